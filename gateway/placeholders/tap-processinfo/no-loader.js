// Loaded into every process of the tests.
