"""The capture of an owner's copy: what has been told, kept on disk at every value, and what is asked next."""
