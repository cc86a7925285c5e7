"""Which address leads to which page."""

from django.urls import URLPattern, URLResolver, include, path

from shanghai import pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.home, name="home"),
    path("language/", include("django.conf.urls.i18n")),
]
