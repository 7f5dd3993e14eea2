"""The admin of schools' systems, without the private keys that the library's own shows."""

from lti_tool.admin import LtiRegistrationAdmin

# Platforms fetch our public keys at /lti/keys/; nobody needs one key for each.
LtiRegistrationAdmin.fieldsets = [
    one for one in LtiRegistrationAdmin.fieldsets if "private_key" not in one[1]["fields"]
]
