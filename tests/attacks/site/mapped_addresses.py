"""An IPv4 address is one address, also where it is written as one of IPv6."""

from accounts.limits import network


def attempt() -> None:
    ways = ("192.0.2.9", "::ffff:192.0.2.9", "::ffff:c000:209", "0:0:0:0:0:ffff:c000:0209")
    assert {network(way) for way in ways} == {"192.0.2.9"}
