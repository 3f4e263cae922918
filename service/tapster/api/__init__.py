"""The HTTP surface: routes, schemas, problems. It decides nothing; `app` does."""
