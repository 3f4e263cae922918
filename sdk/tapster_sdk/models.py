"""Every message of the API, as generated from the OpenAPI document."""

from tapster_sdk._generated.models import *  # noqa: F403
from tapster_sdk._generated.models import __all__ as __all__
