import { join } from "node:path";

/** The folder of a project in which both people and we write. */
export const OWN_FOLDER = ".waymark";

/**
 * The one list of what we write there ourselves and what configures nothing: to write it takes no trust away. Whoever
 * writes there takes the name from here; what is remembered is text for the model, like AGENTS.md.
 */
export const OWN_NAMES = {
  memory: "memory.md",
  plans: "plans",
  diagrams: "diagrams",
  worktrees: "worktrees",
} as const;

/**
 * What this and other processes of Waymark write below a working folder while commands run: it configures nothing, and is no
 * command's work.
 */
export const writtenMeanwhile = (cwd: string): readonly string[] =>
  [OWN_NAMES.plans, OWN_NAMES.worktrees].map((name) => join(cwd, OWN_FOLDER, name));
