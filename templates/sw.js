{% load static %}importScripts("{% static 'js/outbox.js' %}");
const STATIC = "static-{{ build }}";
const FILES = [{% for file in files %}
  "{{ file }}",{% endfor %}
];
const ALSO = [{% for page in pages %}
  "{{ page }}",{% endfor %}
];
importScripts("{% static 'js/worker.js' %}");
