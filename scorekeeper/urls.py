"""Addresses of the score sheets. A key in an address is the right to do what its pages do."""

from django.urls import path

from scorekeeper.views import account, around, attable, begin, captains, exchange, houserules, sheet, start

app_name = "scorekeeper"

urlpatterns = [
    path("", start.sheets, name="sheets"),
    path("new/", start.new, name="new"),
    path("shell/", begin.shell, name="shell"),
    path("import/", exchange.load, name="load"),
    path("blank/", exchange.blank, name="blank"),
    path("captains/", captains.captains, name="captains"),
    path("captains/round/", captains.captains_round, name="captains-round"),
    path("account/", account.account, name="account"),
    path("account/options/", account.passkey_options, name="passkey-options"),
    path("account/passkey/", account.passkey, name="passkey"),
    path("account/mail/", account.mail, name="mail"),
    path("account/leave/", account.leave, name="leave"),
    path("account/export/", account.export, name="account-export"),
    path("account/erase/", account.erase, name="account-erase"),
    path("account/rules/", houserules.mine, name="rules"),
    path("account/rules/keep/", houserules.keep, name="rules-keep"),
    path("account/rules/<int:row>/rename/", houserules.rename, name="rules-rename"),
    path("account/rules/<int:row>/fork/", houserules.fork, name="rules-fork"),
    path("account/rules/<int:row>/drop/", houserules.drop, name="rules-drop"),
    path("figures/", start.figures, name="figures"),
    path("v/<str:key>/", sheet.seen, name="seen"),
    path("v/<str:key>/live/", sheet.seen_live, name="seen-live"),
    path("v/<str:key>/board/", attable.board, name="board"),
    path("v/<str:key>/board/live/", attable.board_live, name="board-live"),
    path("<str:key>/", sheet.sheet, name="sheet"),
    path("<str:key>/live/", sheet.live, name="live"),
    path("<str:key>/hand/<int:hand>/", sheet.hand, name="hand"),
    path("<str:key>/hand/<int:hand>/<int:number>/", sheet.cell, name="cell"),
    path("<str:key>/operations/", sheet.operations, name="operations"),
    path("<str:key>/table/", attable.table, name="table"),
    path("<str:key>/table/live/", attable.table_live, name="table-live"),
    path("<str:key>/claim/", attable.claim, name="claim"),
    path("<str:key>/players/", around.players, name="players"),
    path("<str:key>/players/live/", around.players_live, name="players-live"),
    path("<str:key>/history/", around.history, name="history"),
    path("<str:key>/share/", around.share, name="share"),
    path("<str:key>/sheet.csv", exchange.as_csv, name="csv"),
    path("<str:key>/sheet.json", exchange.as_json, name="json"),
    path("<str:key>/delete/", exchange.delete, name="delete"),
    path("<str:key>/rekey/", start.rekey, name="rekey"),
    path("<str:key>/rematch/", start.rematch, name="rematch"),
    path("<str:key>/device/", start.device, name="device"),
    path("<str:key>/forget/", start.forget, name="forget"),
]
