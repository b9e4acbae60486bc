const ASIDE =
  /(?:^|\/)(?:tests?|testing|__tests__|e2e[\w-]*|spec|test-d|fixtures?|testdata|examples?|samples?|demos?|bench(?:marks?)?)\/|\.(?:test|spec)\.\w+$|(?:^|\/)(?:test_[^/]+|bench[\w-]*|conftest)\.\w+$/i;

const TEST =
  /(?:^|\/)(?:tests?|testing|__tests__|e2e[\w-]*|spec|test-d|fixtures?|testdata)\/|\.(?:test|spec)\.\w+$|(?:^|\/)(?:test_[^/]+|conftest)\.\w+$/i;
/** Whether a file holds tests or what they need. */
export const isTest = (path: string): boolean => TEST.test(path);

/** Whether a file only tries or shows what others do. */
export const isAside = (path: string): boolean => ASIDE.test(path);
