"""Addresses of online play. A table's code lets people find it; what they may do there depends on who they are."""

from django.urls import path

from referee.tables.views import hosting, lobby, looking, person, seats, sheets, strength, table, talk

app_name = "tables"

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("open/", lobby.open_table, name="open"),
    path("learn/", lobby.learn, name="learn"),
    path("join/", lobby.join, name="join"),
    path("bots/", strength.bots, name="bots"),
    path("me/", person.me, name="me"),
    path("me/export/", person.export, name="export"),
    path("me/notices/", person.notices, name="notices"),
    path("me/erase/", person.erase, name="erase"),
    path("seat/<str:secret>/", seats.seat, name="seat"),
    path("<str:code>/", table.table, name="table"),
    path("<str:code>/board/", table.board, name="board"),
    path("<str:code>/player/<int:seat>/", sheets.player, name="player"),
    path("<str:code>/points/", sheets.points, name="points"),
    path("<str:code>/more/", sheets.more, name="more"),
    path("<str:code>/hint/", sheets.hint, name="hint"),
    path("<str:code>/play/", table.play, name="play"),
    path("<str:code>/ready/", table.ready, name="ready"),
    path("<str:code>/sit/", seats.sit, name="sit"),
    path("<str:code>/leave/", seats.leave, name="leave"),
    path("<str:code>/link/", seats.link, name="link"),
    path("<str:code>/wish/", seats.wish, name="wish"),
    path("<str:code>/pause/", seats.pause, name="pause"),
    path("<str:code>/time/", seats.time, name="time"),
    path("<str:code>/guide/", seats.guide, name="guide"),
    path("<str:code>/luck/", seats.luck, name="luck"),
    path("<str:code>/start/", hosting.start, name="start"),
    path("<str:code>/chair/", hosting.chair, name="chair"),
    path("<str:code>/settings/", hosting.settings, name="settings"),
    path("<str:code>/rematch/", hosting.rematch, name="rematch"),
    path("<str:code>/talk/", talk.talk, name="talk"),
    path("<str:code>/report/", talk.report, name="report"),
    path("<str:code>/mute/", talk.mute, name="mute"),
    path("<str:code>/replay/", looking.replay, name="replay"),
    path("<str:code>/replay/<int:seq>/", looking.replay, name="moment"),
    path("<str:code>/replay/<int:seq>/tried/", looking.tried, name="tried"),
    path("<str:code>/shuffle/", looking.shuffle, name="shuffle"),
    path("<str:code>/record/", looking.record, name="record"),
]
