type Environment = Readonly<Record<string, string | undefined>>;

const SETTINGS = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"];
const VARIABLES = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  // Older than that variable is a list of transports, on which then none stands.
  GIT_ALLOW_PROTOCOL: "none",
};

/** How git is started for work of Waymark's own: nothing of a repository's configuration runs, nothing is fetched, nobody is asked. */
export const quietGit = (
  words: readonly string[],
  environment: Environment,
): { readonly words: readonly string[]; readonly env: Environment } => ({
  words: [...SETTINGS, ...words],
  env: { ...environment, ...VARIABLES },
});
