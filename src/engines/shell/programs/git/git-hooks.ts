const OF_REFERENCES = "reference-transaction";
const OF_TREE = `post-checkout post-index-change ${OF_REFERENCES}`;
/** The hooks of sub-commands that start no other. */
const STARTED = new Map(
  Object.entries({
    config: "",
    branch: OF_REFERENCES,
    remote: `${OF_REFERENCES} pre-auto-gc`,
    fetch: `${OF_REFERENCES} pre-auto-gc`,
    push: `${OF_REFERENCES} pre-push`,
    checkout: OF_TREE,
    switch: OF_TREE,
    worktree: OF_TREE,
  }).map(([verb, hooks]) => [verb, hooks.split(" ")]),
);
/** Those of git 2.50: what is called otherwise may be started by any sub-command. */
const KNOWN = new Set(
  (
    "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit pre-rebase post-checkout " +
    "post-merge pre-push pre-receive update proc-receive post-receive post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite " +
    "sendemail-validate fsmonitor-watchman p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change"
  ).split(" "),
);

/** Whether git may start what lies under a name in its folder of hooks, for a sub-command. */
export const mayStartHook = (name: string, verb: string): boolean =>
  !name.endsWith(".sample") && (!KNOWN.has(name) || (STARTED.get(verb)?.includes(name) ?? true));

/** Whether a sub-command changes no file of the working tree. */
export const keepsTree = (verb: string): boolean => /^(?:config|branch|remote|fetch|push)$/.test(verb);
