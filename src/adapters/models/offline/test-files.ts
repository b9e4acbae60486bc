const NAMED =
  /(?:^|\/)(?:test_[^/]+\.py|[^/]+_test\.(?:py|go)|[^/]+\.(?:test|spec|test-d)\.[cm]?[jt]sx?|[^/]+Tests?\.(?:java|kt|cs)|[^/]+\.cut)$/;
const PLACED =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e[\w-]*)\/(?:.*\/)?(?!conftest|__init__|setup|helpers?\b)[^/]+\.(?:[cm]?[jt]sx?|py|rb|java|go|rs|kt|cs|sh)$/;

/** Whether a file holds tests, by its name or its folder. */
export const isTestFile = (path: string): boolean => NAMED.test(path) || PLACED.test(path);

/** A line that declares a test, in most languages; a project's own function for tests ends in `Test`. */
export const DECLARES_TEST = String.raw`^\s*(?:async )?def test_\w+|^\s*(?:\w+Test|test|it)(?:\.\w+)*\(\s*['"\x60]|^func Test\w+|@Test\b|#\[test\]`;
