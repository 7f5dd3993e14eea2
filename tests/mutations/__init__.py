"""The tests are tested: without any one safeguard of live play some test has to fail."""
