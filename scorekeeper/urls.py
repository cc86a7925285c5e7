"""Addresses of the score sheets. A key in an address is the right to do what its pages do."""

from django.urls import path

from scorekeeper.views import sheet, start, table

app_name = "scorekeeper"

urlpatterns = [
    path("", start.sheets, name="sheets"),
    path("new/", start.new, name="new"),
    path("v/<str:key>/", sheet.seen, name="seen"),
    path("v/<str:key>/live/", sheet.seen_live, name="seen-live"),
    path("<str:key>/", sheet.sheet, name="sheet"),
    path("<str:key>/live/", sheet.live, name="live"),
    path("<str:key>/hand/<int:hand>/", sheet.hand, name="hand"),
    path("<str:key>/hand/<int:hand>/<int:number>/", sheet.cell, name="cell"),
    path("<str:key>/operations/", sheet.operations, name="operations"),
    path("<str:key>/players/", table.players, name="players"),
    path("<str:key>/history/", table.history, name="history"),
    path("<str:key>/share/", table.share, name="share"),
    path("<str:key>/rematch/", start.rematch, name="rematch"),
    path("<str:key>/device/", start.device, name="device"),
    path("<str:key>/forget/", start.forget, name="forget"),
]
