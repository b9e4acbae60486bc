import { placeOf } from "../places.ts";
import { gitWords } from "../programs/git/git-words.ts";
import { hasLong, hasShort, optionValues, type Scan, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { type Danger, type DangerContext, type DangerTable, danger, firstDanger, place, unresolved } from "./danger.ts";
import { forces } from "./files.ts";
import { writeDanger } from "./write-danger.ts";

type SubcommandCheck = (use: Scan, words: readonly ShellWord[], context: DangerContext) => Danger | undefined;

const loses = (text: string): Danger => danger("D3", text);
/** What a session has changed itself is taken back by a change, which can be undone. That git would bring back just that is known to nobody
 *  here: what the session wrote stands in its snapshots, what git would put there in its index, and each may change before it runs. */
const OWN_CHANGES =
  "To take back your own change of a file, see it as it was with git show HEAD:FILE and put that back with edit_file or write_file; what others changed in it stays theirs.";
const STASHED = "A stash may stay where it is: git stash list names it for the person, git stash apply takes it up.";
const losesChanges = (text: string): Danger => ({ ...loses(text), instead: OWN_CHANGES });

/** Sub-commands that can lose work or rewrite what others have. Those absent here and in `HARMLESS` are unknown. */
const SUBCOMMANDS: Readonly<Record<string, SubcommandCheck>> = {
  push: (use, words) => {
    if (forces(use) || hasLong(use, "--force-with-lease", "--mirror", "--delete", "--prune"))
      return danger("D2", "it rewrites or deletes what was pushed");
    if (hasShort(use, "d") || use.operands.some((word) => /^[+:]./.test(word.text)))
      return danger("D2", "it rewrites or deletes what was pushed");
    if (hasLong(use, "--receive-pack", "--exec")) return unresolved("it starts a program on the other side");
    const remote = optionValues(words, "--repo")[0]?.text ?? use.operands[0]?.text ?? "";
    return /[:/]/.test(remote) ? danger("D5", "it sends the repository to an address of its own") : undefined;
  },
  reset: (use) => (hasLong(use, "--hard", "--merge", "--keep") ? loses("it throws away uncommitted work") : undefined),
  clean: (use) =>
    hasShort(use, "n") || use.longs.some((name) => name.startsWith("--dry"))
      ? undefined
      : hasShort(use, "fi") || hasLong(use, "--force", "--interactive") || use.longs.length > 0
        ? loses("it deletes untracked files")
        : undefined,
  checkout: checkout,
  restore: (use, words, context) =>
    takesSide(use, words, context) ||
    ((hasLong(use, "--staged") || hasShort(use, "S")) && !hasLong(use, "--worktree") && !hasShort(use, "W"))
      ? undefined
      : use.operands.length > 0 || hasLong(use, "--pathspec-from-file")
        ? losesChanges("it throws away changes of the work tree")
        : undefined,
  switch: (use) =>
    forces(use) || hasLong(use, "--discard-changes", "--force-create") || hasShort(use, "C")
      ? loses("it throws away uncommitted work")
      : undefined,
  stash: (use) =>
    ["drop", "clear"].includes(use.operands[0]?.text ?? "")
      ? { ...loses("it throws away stashed work"), instead: STASHED }
      : undefined,
  branch: (use) =>
    hasShort(use, "DMCf") || hasLong(use, "--force") ? loses("it deletes or moves a branch by force") : undefined,
  tag: (use) => (forces(use) ? loses("it moves a tag by force") : undefined),
  reflog: (use) =>
    ["expire", "delete", "drop"].includes(use.operands[0]?.text ?? "")
      ? loses("it destroys the history of references")
      : undefined,
  "filter-branch": () => loses("it rewrites history"),
  "filter-repo": () => loses("it rewrites history"),
  "fast-import": () => loses("it rewrites references"),
  replace: () => loses("it replaces objects"),
  "update-ref": (use) =>
    hasShort(use, "d") || hasLong(use, "--stdin", "--delete") ? loses("it deletes references") : undefined,
  "symbolic-ref": (use) =>
    hasShort(use, "d") || hasLong(use, "--delete") ? loses("it deletes references") : undefined,
  gc: (use) =>
    hasLong(use, "--prune") || forces(use) || hasLong(use, "--aggressive")
      ? loses("it deletes unreachable work")
      : undefined,
  prune: () => loses("it deletes unreachable work"),
  repack: (use) => (hasShort(use, "d") ? loses("it deletes unreachable work") : undefined),
  worktree: (use) =>
    use.operands[0]?.text === "remove" && forces(use) ? loses("it deletes a work tree by force") : undefined,
  submodule: (use) =>
    use.operands[0]?.text === "deinit" && (forces(use) || hasLong(use, "--all"))
      ? loses("it deletes work trees of submodules")
      : undefined,
  "checkout-index": (use) => (forces(use) ? loses("it overwrites the work tree") : undefined),
  "read-tree": (use) =>
    hasShort(use, "u") || hasLong(use, "--reset") ? loses("it overwrites the work tree") : undefined,
  rm: (use) =>
    forces(use)
      ? loses("it deletes changed files")
      : use.operands.some((word) => /^(\.|\*|\/|:\/?)$/.test(word.text)) && !hasLong(use, "--cached")
        ? loses("it deletes every file")
        : undefined,
  config: (use, words) => configDanger(use, words),
  remote: (use) =>
    ["set-url"].includes(use.operands[0]?.text ?? "")
      ? danger("D12", "it changes where the repository is sent")
      : undefined,
  apply: (use) =>
    hasLong(use, "--unsafe-paths", "--unsafe") ? danger("D13", "it may write outside of the workspace") : undefined,
  rebase: () => undefined,
  bisect: () => undefined,
  daemon: () => danger("D5", "it serves the repository to the network"),
  instaweb: () => danger("D5", "it serves the repository to the network"),
  "http-backend": () => danger("D5", "it serves the repository to the network"),
  "send-email": () => danger("D5", "it sends mail"),
  "credential-store": () => danger("D12", "it handles credentials"),
  credential: () => danger("D12", "it handles credentials"),
};
const HARMLESS = new Set(
  (
    "add am annotate archive blame bugreport bundle cat-file check-attr check-ignore check-mailmap cherry cherry-pick citool clone column commit " +
    "commit-graph commit-tree count-objects describe diagnose diff diff-files diff-index diff-tree difftool fetch fetch-pack flow fmt-merge-msg for-each-ref format-patch " +
    "fsck grep gui hash-object help hook index-pack init interpret-trailers lfs log ls-files ls-remote ls-tree mailinfo maintenance merge merge-base " +
    "merge-file merge-tree mergetool mktag mktree mv name-rev notes pack-objects pack-refs patch-id pull range-diff request-pull rerere rev-list " +
    "rev-parse revert shortlog show show-branch show-index show-ref sparse-checkout stage status stripspace subtree update-index var verify-commit verify-pack verify-tag " +
    "version whatchanged write-tree backfill refs replay"
  ).split(" "),
);
export const PROGRAM_SETTING =
  /^(alias|filter|diff|merge|difftool|mergetool|include|includeif|credential|core|gpg|uploadpack|remote|url|http|protocol|pager|sequence|interactive|hook|trailer|submodule|ssh|safe|init|browser|man|web|instaweb|sendemail|guitool|tar|clean|imap|svn|gc(?=\.recent))\./i;

export const GIT_DANGERS: DangerTable = { git: gitDanger, hub: gitDanger };

function gitDanger(all: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const git = gitWords(all);
  const outside = firstDanger(git.folders, (word) =>
    place(word, context).region === "unknown" ? unresolved("which repository is meant is not known") : undefined,
  );
  const [name, ...words] = git.words;
  if (!name) return outside;
  if (!isLiteral(name) || name.glob) return unresolved("which git command runs is not known before it runs");
  const check = Object.hasOwn(SUBCOMMANDS, name.text) ? SUBCOMMANDS[name.text] : undefined;
  if (!check && !HARMLESS.has(name.text)) return unresolved(`git ${name.text} may be an alias for anything`);
  if (
    git.problemWord?.startsWith("-c") ||
    git.problemWord?.startsWith("--config-env") ||
    git.problemWord?.startsWith("--exec-path")
  ) {
    const settings = optionValues(all, "-c", "--config-env");
    if (
      git.problemWord.startsWith("--exec-path") ||
      settings.some((word) => !isLiteral(word) || PROGRAM_SETTING.test(word.text))
    )
      return unresolved("a setting of this call may start a program");
  }
  const output = firstDanger(optionValues(words, "--output", "-o"), (word) => writeDanger(word, context));
  if (output) return output;
  if (!check) return outside;
  const use = scan(words);
  return (
    check(use, words, { ...context, folders: foldersOf(git.folders, context) }) ??
    (use.isLiteral ? outside : unresolved(`the words of git ${name.text} are not known before it runs`))
  );
}

/** Where it runs, by its own `-C`: each is seen from the one before it. */
const foldersOf = (changes: readonly ShellWord[], { folders, options }: DangerContext): DangerContext["folders"] =>
  changes.reduce<DangerContext["folders"]>(
    (from, word) => from.map((folder) => placeOf(word, [folder], options).path),
    folders,
  );

/** `--ours` and `--theirs` of files that are in a conflict: of any other they would throw changes away. */
function takesSide(use: Scan, words: readonly ShellWord[], { folders, options }: DangerContext): boolean {
  if (!words.every((word) => /^(?:--|--ours|--theirs)$/.test(word.text) || use.operands.includes(word))) return false;
  const [folder] = folders;
  const kept = folders.length === 1 && folder !== undefined ? options.facts?.keptByGit?.(folder) : undefined;
  return (
    hasLong(use, "--ours", "--theirs") &&
    use.operands.length > 0 &&
    use.operands.every((word) => {
      const { path } = placeOf(word, folders, options);
      return isLiteral(word) && !word.glob && kept?.isUnmerged?.(path?.slice(kept.top.length + 1) ?? "") === true;
    })
  );
}

/** A branch and a file look alike; what can only be a file, or stands beside another operand, is one. */
function checkout(use: Scan, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (takesSide(use, words, context)) return undefined;
  if (forces(use) || hasShort(use, "Bp") || hasLong(use, "--ours", "--theirs", "--patch", "--pathspec-from-file"))
    return loses("it throws away uncommitted work");
  if (hasShort(use, "b") || hasLong(use, "--orphan", "--track") || hasShort(use, "t")) return undefined;
  const separator = words.findIndex((word) => word.text === "--");
  if (separator >= 0 && separator < words.length - 1) return losesChanges("it throws away changes of these files");
  if (use.operands.length > 1) return losesChanges("it throws away changes of these files");
  const only = use.operands[0]?.text ?? "";
  const looksLikeFile =
    /^[.:*/]|[*?]|\/$|(^|\/)[\w.-]+\.[A-Za-z]{1,5}$|^(src|lib|test|tests|docs|Makefile|README)$/.test(only);
  return looksLikeFile ? losesChanges("it throws away changes of these files") : undefined;
}

function configDanger(use: Scan, words: readonly ShellWord[]): Danger | undefined {
  if (hasShort(use, "e") || hasLong(use, "--edit")) return danger("D12", "it opens the configuration in an editor");
  const [first, second] = use.operands.map((word) => word.text);
  const verbs = new Set(["set", "unset", "rename-section", "remove-section", "edit"]);
  const writes =
    hasLong(use, "--unset", "--unset-all", "--add", "--replace-all", "--rename-section", "--remove-section") ||
    verbs.has(first ?? "") ||
    (first !== "get" && first !== "list" && second !== undefined && !hasLong(use, "--get"));
  if (!writes) return undefined;
  const setting = verbs.has(first ?? "") ? second : first;
  const isElsewhere = hasLong(use, "--global", "--system", "--file") || optionValues(words, "-f").length > 0;
  return isElsewhere || PROGRAM_SETTING.test(setting ?? "")
    ? danger("D12", "it changes what git starts or trusts")
    : undefined;
}
