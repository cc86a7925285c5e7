"""PostgreSQL as the site uses it; the module is found by ``ENGINE``."""
