import type { Grammar, ParsedUse } from "../../option-grammar.ts";
import { formatProblem } from "./git-formats.ts";

// Left out on purpose: --output writes; --ext-diff, --textconv, --show-signature and -O of grep start configured programs.
const DIFF =
  "-psuzabwWRDcmrt -U? -B? -M? -C? -l: -G: -S: -X? --patch --no-patch --unified[=] --raw --minimal --patience --histogram --anchored= --diff-algorithm= " +
  "--stat[=] --stat-width= --stat-name-width= --stat-count= --compact-summary --numstat --shortstat --dirstat[=] --cumulative --summary --patch-with-stat " +
  "--patch-with-raw --name-only --name-status --submodule[=] --color[=] --no-color --color-moved[=] --no-color-moved --color-moved-ws= --color-words[=] " +
  "--word-diff[=] --word-diff-regex= --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight= --full-index --binary --abbrev[=] --no-abbrev " +
  "--break-rewrites[=] --find-renames[=] --find-copies[=] --find-copies-harder --irreversible-delete --diff-filter= --pickaxe-all --pickaxe-regex --relative[=] " +
  "--no-relative --text --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= -I: " +
  "--inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules[=] --src-prefix= --dst-prefix= --no-prefix " +
  "--default-prefix --line-prefix= --ita-invisible-in-index --merge-base --cached --staged --cc --combined-all-paths --root --skip-to= --rotate-to= --base --ours --theirs -0 -1 -2 -3";
/** Which commits are meant, and how they are told: none of these shows what stands in files. */
export const REVISIONS =
  "-# -n: -iEFPg --max-count= --skip= --since= --after= --until= --before= --since-as-filter= --author= --committer= --grep-reflog= --grep= --all-match " +
  "--invert-grep --regexp-ignore-case --basic-regexp --extended-regexp --fixed-strings --perl-regexp --remove-empty --merges --no-merges --min-parents= " +
  "--max-parents= --first-parent --exclude-first-parent-only --not --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --exclude-hidden= --reflog " +
  "--alternate-refs --cherry-mark --cherry-pick --left-only --right-only --cherry --walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls " +
  "--full-history --dense --sparse --simplify-merges --ancestry-path[=] --date-order --author-date-order --topo-order --reverse --no-walk[=] --do-walk " +
  "--pretty[=] --format= --abbrev-commit --no-abbrev-commit --oneline --encoding= --expand-tabs[=] --no-expand-tabs --notes[=] --no-notes --relative-date " +
  "--date= --parents --children --left-right --graph --no-graph --show-linear-break[=] --count --objects --timestamp --header";
export const DECORATIONS =
  "-q --follow --no-follow --decorate[=] --no-decorate --decorate-refs= --decorate-refs-exclude= --clear-decorations --source --mailmap --no-mailmap --use-mailmap --log-size --no-diff-merges";
const LOG = `${DIFF} ${REVISIONS} ${DECORATIONS} -L:@ --diff-merges=`;
const REFERENCES =
  "--count= --sort= --format= --color[=] --no-color --points-at[=] --merged[=] --no-merged[=] --contains[=] --no-contains[=] --ignore-case --omit-empty --shell --exclude=";
/** With one of these git lists; `--format` and `--sort` beside a name do not keep it from making that. */
const LISTING = new Set([
  "--list",
  "-l",
  "--contains",
  "--no-contains",
  "--merged",
  "--no-merged",
  "--points-at",
  "-n",
]);

const anything = "paths" as const;
const log: Grammar = { options: LOG, operands: anything, check: showsProblem };
const diff: Grammar = { options: `${DIFF} --no-index`, operands: anything, check: submoduleProblem };
const listsOnly = (use: ParsedUse): string | undefined =>
  use.operands.length === 0 || [...use.options.keys()].some((name) => LISTING.has(name))
    ? formatProblem(use)
    : "it creates or changes a reference";
const firstIs =
  (...allowed: readonly string[]) =>
  (use: ParsedUse): string | undefined =>
    use.operands.length === 0 || allowed.includes(use.operands[0]?.text ?? "")
      ? undefined
      : "this use of git changes something";

/** The sub-commands of git that only read, with the options that keep them so.
 *  They are run hardened, and only where `repositoryStartsPrograms` says no (see the class of each verdict). */
export const GIT_COMMANDS: Readonly<Record<string, Grammar>> = {
  status: {
    options:
      "-svbzu? --short --verbose --branch --show-stash --porcelain[=] --long --untracked-files[=] --ignore-submodules[=] --ignored[=] --column[=] --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=] -u? -M?",
    operands: anything,
  },
  diff,
  log,
  show: log,
  whatchanged: log,
  shortlog: {
    options: `${REVISIONS.replace("-# -n:", "-#")} -nsec -w? --numbered --summary --email --committer --group=`,
    operands: anything,
    check: formatProblem,
  },
  reflog: { ...log, check: (use) => firstIsReflog(use) ?? showsProblem(use) },
  blame: {
    options:
      "-bcflnpstweC? -L: -S:@ -M? -C? --root --show-stats --incremental --line-porcelain --porcelain --date= --score-debug --show-name --show-number --show-email --abbrev[=] --color-lines --color-by-age --first-parent --reverse --ignore-rev= --no-textconv --progress --no-progress",
    operands: anything,
  },
  annotate: { options: "-L: --no-textconv", operands: anything },
  branch: {
    options: `-avrlqi --all --remotes --list --verbose --quiet --show-current --abbrev[=] --no-abbrev --column[=] --no-column ${REFERENCES}`,
    operands: "text",
    check: listsOnly,
  },
  tag: { options: `-li -n? --list --column[=] --no-column ${REFERENCES}`, operands: "text", check: listsOnly },
  "for-each-ref": {
    options: `${REFERENCES} --perl --python --tcl --stdin --include-root-refs --start-after=`,
    operands: "text",
    check: formatProblem,
  },
  "show-ref": {
    options: "-qsdv --head --heads --branches --tags --dereference --hash[=] --abbrev[=] --verify --exists --quiet",
    operands: "text",
  },
  "rev-parse": {
    options:
      "-q --abbrev-ref[=] --all --branches[=] --tags[=] --remotes[=] --short[=] --verify --quiet --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup " +
      "--git-dir --git-common-dir --absolute-git-dir --git-path= --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --path-format= " +
      "--default= --not --flags --no-flags --revs-only --no-revs --disambiguate= --since= --until= --show-superproject-working-tree --show-object-format[=] --glob= --exclude= --sq",
    operands: anything,
  },
  "rev-list": {
    options: `${REVISIONS} --quiet --objects-edge --unpacked --disk-usage[=] --filter= --use-bitmap-index --bisect --in-commit-order --date=`,
    operands: anything,
    check: formatProblem,
  },
  "merge-base": { options: "-a --all --octopus --is-ancestor --independent --fork-point", operands: "text" },
  "name-rev": { options: "--tags --refs= --exclude= --all --name-only --no-undefined --always", operands: "text" },
  describe: {
    options:
      "--all --tags --contains --abbrev[=] --candidates= --exact-match --long --match= --exclude= --always --first-parent --dirty[=] --broken[=]",
    operands: "text",
  },
  "ls-files": {
    options:
      "-cdmoikstuvfz -x: -X:@ --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --exclude= --exclude-from=@ --exclude-standard --error-unmatch --full-name --recurse-submodules --abbrev[=] --debug --deduplicate --eol --sparse --format=",
    operands: anything,
  },
  "ls-tree": {
    options: "-drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev[=] --format=",
    operands: anything,
  },
  "cat-file": {
    options:
      "-tspe --batch-check[=] --batch-all-objects --buffer --unordered --allow-unknown-type --follow-symlinks -Z",
    operands: anything,
  },
  "diff-tree": { options: `${LOG} --stdin --no-commit-id -v`, operands: anything, check: showsProblem },
  "diff-index": diff,
  "diff-files": diff,
  "count-objects": { options: "-vH --verbose --human-readable", operands: "none" },
  // With -i it asks what to delete.
  clean: {
    options: "-ndxXfqe: --dry-run --force --quiet --exclude=",
    operands: anything,
    check: ({ options }) =>
      options.has("-n") || options.has("--dry-run") ? undefined : "it deletes what git does not keep",
  },
  "check-ignore": { options: "-qvzn --quiet --verbose --non-matching --no-index", operands: anything },
  "check-attr": { options: "-az --all --cached --source=", operands: anything },
  "check-mailmap": { options: "", operands: "text" },
  cherry: { options: "-v --abbrev[=]", operands: "text" },
  "range-diff": {
    options: `${DIFF} --creation-factor= --no-dual-color --left-only --right-only`,
    operands: anything,
    check: submoduleProblem,
  },
  "show-branch": {
    options:
      "-ar --all --remotes --current --topo-order --date-order --sparse --list --merge-base --independent --sha1-name --no-name --topics --color[=] --no-color",
    operands: "text",
  },
  "symbolic-ref": { options: "-q --quiet --short", operands: "text", operandsMax: 1 },
  // --lost-found writes.
  fsck: {
    options:
      "-v --verbose --unreachable --dangling --no-dangling --root --tags --cache --no-reflogs --full --no-full --strict --connectivity-only --progress --no-progress --name-objects --no-name-objects",
    operands: anything,
  },
  "verify-pack": { options: "-vs --verbose --stat-only", operands: anything },
  // With -l it prints every setting, tokens included.
  var: { options: "", operands: "text" },
  version: { options: "--build-options", operands: "none" },
  grep: {
    options:
      "-acEFGPhHiIlLnoqrsvwWpz -A: -B: -C: -e: -f:@ -m: -# --cached --untracked --no-exclude-standard --exclude-standard --recurse-submodules --text --ignore-case --word-regexp --invert-match " +
      "--full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching " +
      "--count --color[=] --no-color --break --heading --show-function --function-context --max-depth= --max-count= --threads= --and --or --not --all-match --quiet --context= --after-context= --before-context= --no-textconv",
    operands: "pattern",
    patternOptions: ["-e", "-f"],
    check: ({ options, reads }) =>
      options.has("--recurse-submodules") && reads.length > 0
        ? "a revision may name other repositories, which it reads"
        : undefined,
  },
  remote: { options: "-v --verbose --all --push", operands: "text", check: firstIs("get-url") },
  stash: {
    verbFirst: true,
    options: `${DIFF} ${REVISIONS} -u --include-untracked --only-untracked`,
    operands: anything,
    operandsMin: 1,
    check: (use) => firstIs("list", "show")(use) ?? showsProblem(use),
  },
  worktree: {
    verbFirst: true,
    options: "-vz --verbose --porcelain",
    operands: "text",
    operandsMin: 1,
    check: firstIs("list"),
  },
  notes: { options: "--ref=", operands: "text", operandsMin: 1, check: firstIs("list", "show") },
  bisect: { verbFirst: true, options: "", operands: "text", operandsMin: 1, check: firstIs("log") },
  config: {
    options:
      "-lz --list --get --get-all --name-only --show-scope --local --global --type= --bool --int --default= --null",
    operands: "text",
    operandsMax: 1,
    check: configProblem,
  },
};

/** What differs within a repository that only commits may name is read there, wherever it leads. */
function submoduleProblem({ options }: ParsedUse): string | undefined {
  const given = options.get("--submodule") ?? [];
  return given.every(({ text }) => text === "short") ? undefined : "it reads other repositories";
}

function showsProblem(use: ParsedUse): string | undefined {
  return submoduleProblem(use) ?? formatProblem(use);
}

function firstIsReflog(use: ParsedUse): string | undefined {
  const first = use.operands[0]?.text;
  return first !== undefined && ["expire", "delete", "drop", "write"].includes(first)
    ? "it destroys history"
    : undefined;
}

function configProblem(use: ParsedUse): string | undefined {
  const asked = use.operands.map((word) => word.text);
  // What stands in the repository's own file alone; those of the home may hold a token.
  if (["-l", "--list"].some((option) => use.options.has(option)))
    return use.options.has("--local") && asked.length === 0 ? undefined : "settings of the home may hold a token";
  if (asked.length !== 1) return "it may change the configuration or print tokens";
  return /^(user|core|init|pull|push|branch|merge|rebase|commit|tag|color|diff|log|status|fetch|i18n|gc)\.[\w./-]+$/i.test(
    asked[0] ?? "",
  )
    ? undefined
    : "this setting may hold a token";
}
