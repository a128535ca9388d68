"""People in a sandbox: its files, its terminals, and how long it stays for them."""
