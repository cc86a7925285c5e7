"""Tags that every page may use: icons, the doors, the chosen look."""

from functools import lru_cache

from django import template
from django.http import HttpRequest
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from shanghai import appearance, bundles, doors

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=128)
def icon(name: str) -> SafeString:
    """A symbol of ``icons/ui.svg``, as large as the text around it; hidden from readers, so put a word beside it."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', static("icons/ui.svg"), name
    )


@register.simple_tag
def bundle(name: str) -> SafeString:
    """The links to a bundle's file, or to its parts where the files were not collected."""
    link = '<link rel="stylesheet" href="{}">' if name.endswith(".css") else '<script src="{}" type="module"></script>'
    return format_html_join("\n", link, ((static(file),) for file in bundles.linked(name)))


@register.simple_tag(takes_context=True)
def open_doors(context: Context) -> tuple[doors.OpenDoor, ...]:
    """The doors that exist, with their addresses."""
    return doors.open_doors(_request(context))


@register.simple_tag(takes_context=True)
def look(context: Context) -> SafeString:
    """The attributes of the root element for the visitor's chosen look."""
    request = _request(context)
    chosen = appearance.chosen_attributes(request.COOKIES if request else {})
    return format_html_join("", ' {}="{}"', chosen.items())


@register.simple_tag(takes_context=True)
def theme_choices(context: Context) -> list[tuple[appearance.Choice, bool]]:
    """The choices between light and dark, each with whether it is the visitor's."""
    request = _request(context)
    chosen = appearance.THEME.chosen(request.COOKIES if request else {})
    return [(choice, choice.value == chosen) for choice in appearance.THEME.choices]


def _request(context: Context) -> HttpRequest | None:
    request = context.get("request")
    return request if isinstance(request, HttpRequest) else None
