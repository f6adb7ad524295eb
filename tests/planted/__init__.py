"""Two dozen bugs of the kind that really happens, kept as patches. The tests have to catch every one of them."""
