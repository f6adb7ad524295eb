"""The real bot process, started, killed and stopped, on the loopback Discord."""
