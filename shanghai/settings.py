"""Settings, read from the environment; the defaults serve one household from one machine.

A file `.env` beside manage.py is read too. docs/operating.md lists the variables.
"""

from pathlib import Path

from django.utils.csp import CSP
from environs import Env, validate

from shanghai import local, logs

BASE_DIR = Path(__file__).resolve().parent.parent

env = Env()
env.read_env(str(BASE_DIR / ".env"), recurse=False)

# Everything that this installation writes: the database, the secret key, the collected static files.
VAR_DIR = Path(env.str("SHANGHAI_VAR", str(BASE_DIR / "var"))).resolve()
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or local.secret_key(VAR_DIR / "secret.key")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])

# Hosts. Without a word from the environment the site answers only to this machine's own names and to the addresses
# that it has on its networks when it starts, so that phones on the same Wi-Fi can join and nobody else can pose as the
# site. Whoever serves it under a name of its own sets ALLOWED_HOSTS=cards.example.org, and with https in front also
# SHANGHAI_HTTPS=1.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", None) or local.own_hosts()
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "shanghai",
    "scorekeeper",
    "referee",
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "shanghai.middleware.permissions_policy",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "shanghai.middleware.bounded",
    "shanghai.middleware.database_away",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "shanghai.urls"
WSGI_APPLICATION = "shanghai.wsgi.application"
ASGI_APPLICATION = "shanghai.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
            ],
        },
    },
]

# Database. SQLite in WAL mode: readers never wait for the writer, a write takes its lock at its start (IMMEDIATE), so
# that two writers queue for up to five seconds and none fails half-way. synchronous=NORMAL may lose the last commits
# when the power fails, never when the process does. Connections live as long as the request threads.
SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; "
        "PRAGMA cache_size=-8000; PRAGMA mmap_size=134217728"
    ),
}
DATABASE = env.dj_db_url("DATABASE_URL", f"sqlite:///{VAR_DIR / 'shanghai.sqlite3'}", conn_max_age=600)
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    DATABASE["OPTIONS"] = DATABASE.get("OPTIONS", {}) | SQLITE
else:
    DATABASE["CONN_HEALTH_CHECKS"] = True
    if DATABASE["ENGINE"] == "django.db.backends.postgresql":
        DATABASE["ENGINE"] = "shanghai.postgresql"
        # Statements are prepared when they come a second time: a quarter less work for the database.
        DATABASE["OPTIONS"] = DATABASE.get("OPTIONS", {}) | {"server_side_binding": True, "prepare_threshold": 2}
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What may be tried so often an hour is counted by all processes together, in the database that they share. What is
# only to keep a process from being flooded ("process") each counts for itself.
COUNTED_ALONE: dict[str, object] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
COUNTED_TOGETHER: dict[str, object] = {
    "BACKEND": "shanghai.postgresql.counts.CountedTogether",
    "LOCATION": "shanghai_counts",
    "OPTIONS": {"MAX_ENTRIES": 100_000},
}
CACHES = {
    "default": COUNTED_ALONE if DATABASE["ENGINE"] == "django.db.backends.sqlite3" else COUNTED_TOGETHER,
    "process": COUNTED_ALONE | {"LOCATION": "process"},
}

# Sessions, under the digest of their key.
SESSION_ENGINE = "shanghai.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("nl", "Nederlands"), ("es", "Español")]  # each in itself; "Dutch" are sailors
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", "UTC")

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "shanghai.bundles.BundledStaticFilesStorage"},
}

# Security. No nonces: a page kept for use without a network would replay them. No inline style or script anywhere.
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"  # a sheet's address is its key: no other site may learn it
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CSRF_FAILURE_VIEW = "shanghai.errors.csrf_failure"
CSRF_COOKIE_HTTPONLY = False  # scripts read it when they send, since a kept page's own token may be old
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1 << 20  # of a file as of a form: see shanghai.middleware.bounded

# How many new score sheets one address may begin in an hour, and how often it may write in a minute; many clubs share
# one address.
NEW_SHEETS_AN_HOUR = env.int("SHANGHAI_NEW_SHEETS", 60)
TABLES_IN_TEN_MINUTES = env.int("SHANGHAI_NEW_TABLES", 10)
POSTS_A_MINUTE = env.int("SHANGHAI_POSTS", 3000)

# Seconds that a bot thinks at least, and twice as long and a little at most: as a person would.
BOT_PAUSE = env.float("SHANGHAI_BOT_PAUSE", 0.7)

# The word by which /metrics is read; without one there is no such page.
METRICS_TOKEN = env.str("SHANGHAI_METRICS_TOKEN", "")

# Notices to phones, for players who ask for them: push services want to know whom to write to about them, and without
# such an address none are sent. They need https, so the site's own address will do.
_NAMES = [host for host in ALLOWED_HOSTS if host.count(".") and host.strip(".").split(".")[-1].isalpha()]
PUSH_CONTACT = env.str(
    "SHANGHAI_PUSH_CONTACT", f"https://{_NAMES[0].strip('.')}" if env.bool("SHANGHAI_HTTPS", False) and _NAMES else ""
).rstrip("/")
PUSH_LOCAL = env.bool("SHANGHAI_PUSH_LOCAL", False)  # to any address, without https: for trying it out only

# For how many days `manage.py sweep` leaves what nobody has touched; 0: for ever.
KEEP_DAYS = {
    "lobbies": env.int("SHANGHAI_KEEP_LOBBIES", 7),
    "tables": env.int("SHANGHAI_KEEP_TABLES", 365),
    "players": env.int("SHANGHAI_KEEP_PLAYERS", 365),
    "sheets": env.int("SHANGHAI_KEEP_SHEETS", 0),
}

# With https in front of the site, SHANGHAI_HTTPS=1: cookies only by https, http led to https, HSTS for a year.
HTTPS = env.bool("SHANGHAI_HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# Other sites under the same domain, and the browsers' preload list, are the domain owner's to decide. And
# without a mail server nothing sends mail.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "mail.W001"]

# Accounts are for those who want their score sheets on all their phones: by a passkey, and by a code in a mail where
# MAIL_HOST says how mail is sent. No passwords.
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = LOGIN_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "scorekeeper:account"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # whoever has read the code has the address
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ADAPTER = "scorekeeper.passkeys.PasskeyAdapter"
MFA_FORMS = {"login_webauthn": "scorekeeper.passkeys.LoginForm"}
MAIL_HOST = env.str("MAIL_HOST", "")
MAIL_IS_SENT = bool(MAIL_HOST)
MAIL_SECURITY = env.str("MAIL_SECURITY", "starttls")  # or tls, or none
SMTP = {
    "host": MAIL_HOST,
    "port": env.int("MAIL_PORT", 587),
    "username": env.str("MAIL_USER", ""),
    "password": env.str("MAIL_PASSWORD", ""),
    "use_tls": MAIL_SECURITY == "starttls",
    "use_ssl": MAIL_SECURITY == "tls",
    "timeout": 10,
}
MAILERS = (
    {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": SMTP}} if MAIL_IS_SENT else {}
)
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", "Shanghai <noreply@localhost>")

# Lines to stderr, of JSON where https stands in front: what failed and where, never who.
LOG_FORMAT = env.str("LOG_FORMAT", "json" if HTTPS else "plain", validate=validate.OneOf(("plain", "json")))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without_address": {"()": lambda: logs.without_address}},
    "formatters": {
        "plain": {"()": lambda: logs.Plain("{asctime} {levelname} {name}: {message}", style="{")},
        "json": {"()": lambda: logs.Json()},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "filters": ["without_address"], "formatter": LOG_FORMAT},
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", "WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},  # no mail, no line for each page
        "django.request": {"level": "ERROR"},  # a page that is not there is not news
    },
}
