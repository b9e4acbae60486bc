/** Files of modern languages, as a search names them. */
export const CODE_FILES = "*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,py,java,go,rs,kt,cs,rb,php,swift}";

/** Whether a file only builds, releases, measures or documents what the others do. */
export const isApart = (path: string): boolean => APART.test(path);

const APART = /(?:^|\/)(?:scripts?|tools|docs?|build|benchmarks?|\.\w+)\//;
