"""Settings of all tests."""

import signal

# Programs in the background of a shell ignore Ctrl-C, and so would the tests of it.
signal.signal(signal.SIGINT, signal.default_int_handler)
