"""Tables of a club that know of each other through its MQTT broker; off as long as no broker is set."""
