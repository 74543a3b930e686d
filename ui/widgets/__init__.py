"""One widget per file, its layout beside it in a file of the Kivy language."""
