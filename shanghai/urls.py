"""Which address leads to which page."""

from django.urls import URLPattern, URLResolver, include, path

from shanghai import appearance, design, offline, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", offline.worker, name="worker"),
    path("appearance/", appearance.appearance, name="appearance"),
    path("design/", design.design, name="design"),
    path("s/account/", include("scorekeeper.signing_in")),
    path("s/", include("scorekeeper.urls")),
    path("", include("referee.desk.urls")),
    path("t/", include("referee.tables.urls")),
    path("language/", include("django.conf.urls.i18n")),
]

handler400 = "shanghai.errors.bad_request"
handler403 = "shanghai.errors.permission_denied"
handler404 = "shanghai.errors.page_not_found"
handler500 = "shanghai.errors.server_error"
