"""Text on pictures: typefaces, scripts, signs, and letters drawn and fitted."""
