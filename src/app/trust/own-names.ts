/** The folder of a project in which both people and we write. */
export const OWN_FOLDER = ".waymark";

/**
 * The one list of what we write there ourselves and what configures nothing: to write it takes no trust away. Whoever
 * writes there takes the name from here; what is remembered is text for the model, like AGENTS.md.
 */
export const OWN_NAMES = {
  memory: "memory.md",
  plans: "plans",
  planState: "plan-state",
  diagrams: "diagrams",
  worktrees: "worktrees",
  batches: "batches",
} as const;
