{% load static %}importScripts("{% static 'js/outbox.js' %}");
const STATIC = "static-{{ build }}";
const FILES = [{% for file in files %}
  "{{ file }}",{% endfor %}
];
importScripts("{% static 'js/worker.js' %}");
