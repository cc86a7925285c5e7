"""The desk's pages, one module a group of pages."""
