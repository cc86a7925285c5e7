"""The addresses of the desk, the rule book and the protocol."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from referee.desk.views import api, asking, dice, home, house, last, protocol, puzzles, rules, wrong
from referee.engine.rummy.rulelink import LONGEST, PREFIX

app_name = "desk"


class RulesKey(StringConverter):
    """A preset's key, or house rules as their link has them."""

    regex = f"[a-z0-9-]{{1,40}}|{PREFIX}[A-Za-z0-9_-]{{1,{LONGEST}}}"


register_converter(RulesKey, "rules")

urlpatterns = [
    path("referee/", home.home, name="home"),
    path("referee/meld/", asking.meld, name="meld"),
    path("referee/contract/", asking.contract, name="contract"),
    path("referee/hand/", asking.hand, name="hand"),
    path("referee/claim/", asking.claim, name="claim"),
    path("referee/fit/", asking.fit, name="fit"),
    path("referee/swap/", asking.swap, name="swap"),
    path("referee/shanghai/", asking.shanghai, name="shanghai"),
    path("referee/count/", asking.count, name="count"),
    path("referee/tavern/", dice.tavern, name="tavern"),
    path("referee/crews/", dice.crews, name="crews"),
    path("referee/wrong/", wrong.wrong, name="wrong"),
    path("referee/last/", last.last, name="last"),
    path("referee/last/forget/", last.forget, name="forget"),
    path("referee/protocol/", protocol.protocol, name="protocol"),
    path("rules/", rules.shelf, name="rules"),
    path("rules/shanghaien/", rules.dice_rules, name="rules-dice"),
    path("rules/house/", house.edit, name="house"),
    path("rules/<rules:key>/", rules.rulebook, name="rulebook"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/<int:level>/", puzzles.some, name="puzzles-some"),
    path("puzzles/<int:level>/<int:number>/", puzzles.one, name="puzzle"),
    path("api/v1/rulings", api.rulings, name="api-rulings"),
    path("api/v1/schema.json", api.schema, name="api-schema"),
]
