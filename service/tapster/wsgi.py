"""The WSGI entry point: `gunicorn --config python:tapster.gunicorn tapster.wsgi:app`.

`tapster serve` does just that, with the settings checked first.
"""

import os

from tapster.bootstrap import make_app
from tapster.config import read_settings

app = make_app(read_settings(os.environ))
