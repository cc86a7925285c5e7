"""The site itself as a Django app: its commands and its static files."""

from django.apps import AppConfig


class ShanghaiConfig(AppConfig):
    name = "shanghai"
