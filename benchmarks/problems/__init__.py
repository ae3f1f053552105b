"""Problems: what tasks of several data sets and languages are about, with the tests that judge all of them."""
