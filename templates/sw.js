{% load static %}importScripts("{% static 'js/outbox.js' %}");
const STATIC = "static-{{ build }}";
const FILES = [{% for file in files %}
  "{{ file }}",{% endfor %}
];
const ALSO = [{% for page in pages %}
  "{{ page }}",{% endfor %}
];
const ICON = "{% static 'icons/icon-192.png' %}";
importScripts("{% static 'js/worker.js' %}");
