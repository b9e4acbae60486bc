import { leadingPaths } from "../found-files.ts";
import { clusteredValues, hasLong, hasShort, optionValues, scan } from "../scan.ts";
import { literalWord, type ShellWord } from "../words.ts";
import { gitWords } from "./git/git-words.ts";

/** Options whose value is a file or a folder that is written, and nothing else. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(["mv", "cp", "ln", "install"].map((name) => [name, ["-t", "--target-directory"]])),
  ...Object.fromEntries(["gcc", "g++", "cc", "c++", "clang", "clang++", "ld"].map((name) => [name, ["-o"]])),
  sort: ["-o", "--output"],
  curl: ["-o", "-D", "-c", "--output", "--dump-header", "--cookie-jar", "--output-dir"],
  wget: ["-O", "-o", "-a", "-P", "--output-document", "--output-file", "--append-output", "--directory-prefix"],
  iconv: ["-o", "--output"],
  unzip: ["-d"],
  rsync: [
    ...["--log-file", "--write-batch", "--only-write-batch", "--partial-dir", "--backup-dir", "--temp-dir", "-T"],
  ],
  find: ["-fprint", "-fprint0", "-fprintf", "-fls"],
};
/** Of git by its sub-command; of others `-o` says something else. */
const WRITTEN_BY_GIT: Readonly<Record<string, readonly string[]>> = {
  archive: ["-o", "--output"],
  "format-patch": ["-o", "--output-directory"],
  ...Object.fromEntries(
    ["diff", "log", "show", "diff-tree", "diff-index", "diff-files"].map((verb) => [verb, ["--output"]]),
  ),
};
const TAR_INDEX = ["-g", "--listed-incremental", "--index-file"];

/** What a program writes by its options, wherever they stand in a cluster. */
export function writtenByOption(name: string, given: readonly ShellWord[]): readonly ShellWord[] {
  if (name === "git") return ofGit(given);
  if (name !== "tar" && !Object.hasOwn(WRITTEN, name)) return [];
  const words = name === "tar" ? withDash(given) : given;
  const options = name === "tar" ? ofTar(words) : (WRITTEN[name] ?? []);
  return valuesOf(words, options);
}

function ofGit(given: readonly ShellWord[]): readonly ShellWord[] {
  const [verb, ...words] = gitWords(given).words;
  const name = verb?.text ?? "";
  return Object.hasOwn(WRITTEN_BY_GIT, name) ? valuesOf(words, WRITTEN_BY_GIT[name] ?? []) : [];
}

/** What it writes by where it stands. */
export function writtenByPlace(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  if (/^(?:uniq|xxd|split)$/.test(name))
    return scan(words)
      .operands.filter(({ text }) => !/^\d+\w?$/.test(text))
      .slice(1);
  if (name === "find") return words.some(({ text }) => text === "-delete") ? leadingPaths(words) : [];
  if (name !== "tar" || !ofTar(withDash(words)).includes("-C")) return [];
  const archives = new Set(valuesOf(withDash(words), ["-f", "--file"]).map(({ text }) => text));
  return scan(withDash(words)).operands.filter(({ text }) => !archives.has(text));
}

const valuesOf = (words: readonly ShellWord[], options: readonly string[]): readonly ShellWord[] =>
  options.flatMap((option) => [...optionValues(words, option), ...clusteredValues(words, option)]);

/** `tar cf x y` in the old style is `tar -cf x y`. */
const withDash = ([first, ...rest]: readonly ShellWord[]): readonly ShellWord[] =>
  first === undefined || first.text.startsWith("-")
    ? [...(first ? [first] : []), ...rest]
    : [literalWord(`-${first.text}`), ...rest];

/** An archive is written where one is made or added to; a folder, where one is taken apart. */
function ofTar(words: readonly ShellWord[]): readonly string[] {
  const use = scan(words);
  if (
    hasShort(use, "cruA") ||
    hasLong(use, "--create", "--append", "--update", "--catenate", "--concatenate", "--delete")
  )
    return ["-f", "--file", ...TAR_INDEX];
  return hasShort(use, "x") || hasLong(use, "--extract", "--get") ? ["-C", "--directory", ...TAR_INDEX] : TAR_INDEX;
}
