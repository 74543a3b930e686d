"""The composition: window, session, cameras, journal, buttons and lamps, put together and kept going."""
