"""Django's pages as a WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from shanghai.reachable import Request

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shanghai.settings")

application = get_wsgi_application()
application.request_class = Request
