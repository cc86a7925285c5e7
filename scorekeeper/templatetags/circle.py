"""`{% own_rules as mine %}`: the house rules of the account that is signed in, wherever a rule set is chosen."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser

from scorekeeper import houserules

register = template.Library()


@register.simple_tag(takes_context=True)
def own_rules(context: template.Context) -> tuple[houserules.Own, ...]:
    """The account's rules, those changed last first; none on a page without a visitor."""
    return houserules.own_rules(context.get("user") or AnonymousUser())
