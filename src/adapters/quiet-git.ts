type Environment = Readonly<Record<string, string | undefined>>;

const SETTINGS = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"];
const VARIABLES = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  // Older than that variable is a list of transports, on which then none stands.
  GIT_ALLOW_PROTOCOL: "none",
};

/** Where git works, started in `top`, whatever the files say by which it would find that. */
export interface GitWork {
  /** Of this working tree: its index, its HEAD. */
  readonly gitFolder: string;
  /** What all working trees of the repository have in common: settings, commits, branches. */
  readonly common: string;
  readonly top: string;
  /** A tree whose attributes count instead of those in the files. */
  readonly attributes?: string | undefined;
}

/** How git is started for work of Waymark's own: nothing of a repository's configuration runs, nothing is fetched, nobody is asked. */
export const quietGit = (
  words: readonly string[],
  environment: Environment,
  work?: GitWork,
): { readonly words: readonly string[]; readonly env: Environment } => ({
  words: [...SETTINGS, ...words],
  env: { ...environment, ...VARIABLES, ...(work && placesOf(work)) },
});

/** A confined process may write the files of a working tree that is being made, which would lead to another repository's settings. */
const placesOf = ({ gitFolder, common, attributes }: GitWork): Environment => ({
  GIT_DIR: gitFolder,
  GIT_COMMON_DIR: common,
  GIT_WORK_TREE: ".",
  ...(attributes === undefined ? {} : { GIT_ATTR_SOURCE: attributes }),
});
