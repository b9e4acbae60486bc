import { Reading } from "../option-grammar.ts";
import { gitWords } from "../programs/git/git-words.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** By sub-command: the options of plain work, written as in a grammar. None starts a program of the line, brings hooks along or leads to
 *  another repository; what is not listed, cut short as git takes it or by its whole name, is asked about. */
const PATHS = "--pathspec-from-file= --pathspec-file-nul";
const SIGNS = "-S? --gpg-sign[=] --no-gpg-sign";
const GOES_ON = "--continue --skip --abort --quit";
const MERGES =
  "--ff --no-ff --ff-only --squash --no-squash --commit --no-commit --edit --no-edit --stat --no-stat --log[=] --no-log --signoff --no-signoff --no-verify " +
  "--allow-unrelated-histories --autostash --no-autostash --rerere-autoupdate --no-rerere-autoupdate --cleanup= -X: --strategy= --strategy-option= --summary --no-summary";
const FETCHES =
  "-apPftkqv46 -j: --all --append --depth= --deepen= --unshallow --shallow-since= --shallow-exclude= --update-shallow --dry-run --force --keep --multiple --prune --prune-tags " +
  "--tags --no-tags --recurse-submodules[=] --no-recurse-submodules --jobs= --quiet --verbose --progress --no-progress --ipv4 --ipv6 --porcelain --atomic --auto-maintenance " +
  "--no-auto-maintenance --filter= --show-forced-updates --no-show-forced-updates --set-upstream --update-head-ok --refetch --negotiation-tip=";
const BRANCHES =
  "--track[=] --no-track --guess --no-guess --orphan= --progress --no-progress --ignore-other-worktrees --conflict= --merge --force --quiet --detach --recurse-submodules[=] --no-recurse-submodules";
const ADDS =
  "-AuvnfiNpe --all --no-all --update --verbose --dry-run --force --intent-to-add --refresh --ignore-errors --ignore-missing --ignore-removal --no-ignore-removal " +
  `--renormalize --sparse --chmod= --interactive --patch --edit ${PATHS}`;
const PLAIN: Readonly<Record<string, string>> = {
  add: ADDS,
  stage: ADDS,
  commit:
    "-apsvqneioz -m: -F: -C: -c: -u? --message= --file= --reuse-message= --reedit-message= --fixup= --squash= --amend --no-edit --edit --all --patch --interactive --signoff " +
    "--no-signoff --verbose --quiet --no-verify --verify --allow-empty --allow-empty-message --author= --date= --only --include --dry-run --short --branch --porcelain --long --null " +
    `--cleanup= --reset-author --status --no-status --trailer= --untracked-files[=] --no-post-rewrite ${SIGNS} ${PATHS}`,
  stash:
    "-kupaqSv -m: --message= --keep-index --no-keep-index --include-untracked --only-untracked --all --patch --staged --quiet --index --stat --name-only --name-status --no-color " +
    PATHS,
  checkout: `-b: -B: -qflmpdt23 --ours --theirs --patch --overlay --no-overlay --ignore-skip-worktree-bits ${BRANCHES} ${PATHS}`,
  switch: `-c: -C: -dfmqt --create= --force-create= --discard-changes ${BRANCHES}`,
  merge: `-nqve -s: -m: -F: --message= --file= --into-name= --quiet --verbose --progress --no-progress ${GOES_ON} ${MERGES} ${SIGNS}`,
  rebase:
    "-imqvnfkr -s: --onto= --keep-base --show-current-patch --interactive --merge --apply --empty= --keep-empty --no-keep-empty --reapply-cherry-picks --no-reapply-cherry-picks " +
    "--allow-empty-message --quiet --verbose --verify --no-ff --force-rebase --fork-point --no-fork-point --ignore-whitespace --whitespace= --committer-date-is-author-date " +
    `--reset-author-date --rebase-merges[=] --no-rebase-merges --autosquash --no-autosquash --update-refs --no-update-refs --root ${GOES_ON} ${MERGES} ${SIGNS}`,
  "cherry-pick": `-exnsr -m: --mainline= --ff --allow-empty --allow-empty-message --keep-redundant-commits --empty= ${GOES_ON} ${MERGES} ${SIGNS}`,
  revert: `-ens -m: --mainline= --reference ${GOES_ON} ${MERGES} ${SIGNS}`,
  reset: `-qNp --soft --mixed --hard --merge --keep --quiet --no-quiet --intent-to-add --patch --refresh --no-refresh ${PATHS}`,
  restore: `-s: -SWpqm23 --source= --staged --worktree --patch --quiet --progress --no-progress --ours --theirs --merge --conflict= --ignore-unmerged --overlay --no-overlay ${PATHS}`,
  mv: "-fknv --force --dry-run --verbose --sparse",
  rm: `-fnrq --force --dry-run --cached --ignore-unmatch --quiet --sparse ${PATHS}`,
  tag:
    "-adsflvei -m: -F: -u: -n? --annotate --sign --no-sign --local-user= --force --delete --verify --list --sort= --contains[=] --no-contains[=] --merged[=] --no-merged[=] " +
    "--points-at[=] --message= --file= --edit --trailer= --cleanup= --create-reflog --column[=] --no-column --color[=] --format= --ignore-case",
  branch:
    "-adrDmMcCfvqilt -u: --all --remotes --delete --force --move --copy --list --show-current --verbose --quiet --track[=] --no-track --set-upstream-to= --unset-upstream " +
    "--edit-description --merged[=] --no-merged[=] --contains[=] --no-contains[=] --points-at= --sort= --format= --color[=] --no-color --column[=] --no-column --abbrev[=] --no-abbrev " +
    "--create-reflog --ignore-case",
  notes:
    "-fnvq -m: -F: -C: -c: -s: --force --message= --file= --reuse-message= --reedit-message= --ref= --strategy= --dry-run --verbose --quiet --allow-empty --ignore-missing --commit --abort",
  worktree:
    "-fdqnvz -b: -B: --force --detach --checkout --no-checkout --guess-remote --no-guess-remote --track --no-track --lock --reason= --quiet --porcelain --dry-run --verbose --expire= --orphan",
  init: "-q -b: --quiet --bare --initial-branch= --object-format= --shared[=] --ref-format=",
  clean: "-dfinqxX -e: --force --dry-run --quiet --exclude= --interactive",
  bisect: "--term-new= --term-old= --term-good= --term-bad= --no-checkout --first-parent",
  fetch: `${FETCHES} -n -u`,
  pull: `${FETCHES} ${MERGES} -s: -r -n -e --rebase[=] --no-rebase ${SIGNS}`,
  "ls-remote": "-bhtq --heads --branches --tags --refs --quiet --exit-code --get-url --sort= --symref",
  remote: "-vnp --verbose --push --all --prune",
  push:
    "-qvnufd46 -o: --set-upstream --tags --follow-tags --all --branches --dry-run --porcelain --quiet --verbose --progress --no-progress --atomic --no-atomic --no-verify --verify --thin " +
    "--no-thin --push-option= --delete --prune --force --force-with-lease[=] --force-if-includes --ipv4 --ipv6 --repo=",
};

/** Strategies of git's own; another is a program. */
const STRATEGY = /^(?:ort|recursive|resolve|octopus|ours|subtree|theirs|manual|union|cat_sort_uniq)$/;

/** Whether words behind `git` are plain work, wherever it is done. */
export function isPlainGit(words: readonly ShellWord[]): boolean {
  const { words: used, problem } = gitWords(words);
  const [verb, ...rest] = used;
  return verb !== undefined && problem === undefined && isPlainWork(verb.text, rest);
}

/** Whether a sub-command is told nothing but how to do its plain work. */
export function isPlainWork(verb: string, words: readonly ShellWord[]): boolean {
  if (!Object.hasOwn(PLAIN, verb) || !words.every(isLiteral)) return false;
  // As git takes them: a value is what stands behind, whatever it looks like.
  const reading = new Reading(words, { options: PLAIN[verb] ?? "", operands: "text" }, { values: "any" });
  if (reading.run() !== undefined) return false;
  const { options, operands } = reading.finish();
  // Of others it is a flag, or a place to take from.
  const names = /^(?:merge|rebase|pull|notes)$/.test(verb) ? ["-s", "--strategy"] : ["--strategy"];
  const strategies = names.flatMap((name) => options.get(name) ?? []);
  const runs = verb === "bisect" && operands.some(({ text }) => /^(?:run|visualize|view)$/.test(text));
  return !runs && strategies.every(({ text }) => STRATEGY.test(text));
}

/** The words of plain work that are a message, or have it attached: they name no file. */
export function messageWords(verb: string, words: readonly ShellWord[]): ReadonlySet<ShellWord> {
  if (!isPlainWork(verb, words)) return new Set();
  const messagesIn = (some: readonly ShellWord[]): number => {
    const reading = new Reading(some, { options: PLAIN[verb] ?? "", operands: "text" }, { values: "any" });
    reading.run();
    const { options } = reading.finish();
    // Of another sub-command it is a flag.
    return ["-m", "--message"].flatMap((name) => options.get(name) ?? []).filter(({ text }) => text !== "").length;
  };
  const isOption = (word: ShellWord | undefined): boolean => word?.text.startsWith("-") === true;
  return new Set(
    words.filter(
      (word, at) =>
        (isOption(word) || isOption(words[at - 1])) &&
        messagesIn(words.slice(0, at + 1)) > messagesIn(words.slice(0, at)),
    ),
  );
}
