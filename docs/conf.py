"""The site of the documentation: `make docs`. It needs no network, and a warning is an error."""

project = "specassay"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
html_theme = "alabaster"
html_theme_options = {
    "description": "Tests contracts in Python and specifications in Dafny",
    "fixed_sidebar": True,
    "page_width": "1100px",
}
html_show_copyright = False
html_show_sourcelink = False
myst_heading_anchors = 3
# Languages of examples that Pygments does not know.
suppress_warnings = ["misc.highlighting_failure"]
# Types by their last name, as `__init__.py` lists them.
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
