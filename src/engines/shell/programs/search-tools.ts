import type { GrammarResult } from "../option-grammar.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { acceptAll, type ReaderTable, refuse } from "./reader.ts";

// Left out on purpose: --pre, --pre-glob and -z start programs, --hostname-bin too, -u and --no-ignore look into ignored secrets.
const RIPGREP =
  "-AchHiIlLnNoPqsSUvVwxFb0ap. -A: -B: -C: -e: -f:@ -E: -g: -j: -m: -M: -r: -t: -T: -d: --after-context= --before-context= --context= --regexp= --file=@ " +
  "--encoding= --glob= --iglob= --threads= --max-count= --max-columns= --max-columns-preview --replace= --type= --type-not= --max-depth= --maxdepth= " +
  "--max-filesize= --files --files-with-matches --files-without-match --count --count-matches --column --no-column --line-number --no-line-number " +
  "--ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp --fixed-strings --pcre2 --multiline --multiline-dotall " +
  "--only-matching --quiet --no-messages --with-filename --no-filename --heading --no-heading --no-hidden --follow --color= --colors= --pretty " +
  "--json --stats --sort= --sortr= --trim --null --null-data --vimgrep --text --type-list --passthru --byte-offset --crlf --unicode --no-unicode " +
  "--context-separator= --field-match-separator= --path-separator= --engine= --auto-hybrid-regex --block-buffered --line-buffered --debug --trace " +
  "--glob-case-insensitive --one-file-system --no-config --no-mmap --mmap --include-zero --stop-on-nonmatch --hyperlink-format= --generate= --binary";
// -x, -X, --exec and -l (which starts ls) are left out on purpose.
const FD =
  "-HIisgFpaL01q -t: -e: -d: -E: -S: -c: -j: -o: --hidden --no-ignore-vcs --case-sensitive --ignore-case --glob --regex --fixed-strings --and= " +
  "--absolute-path --follow --full-path --print0 --max-depth= --min-depth= --exact-depth= --exclude= --type= --extension= --size= --changed-within= " +
  "--changed-before= --owner= --color= --threads= --max-results= --quiet --show-errors --prune --strip-cwd-prefix[=] --path-separator= --base-directory=@";

const FIND_FLAGS = new Set(
  (
    "-a -and -o -or -not ! ( ) , -true -false -depth -d -daystart -follow -help -mount -xdev -noleaf -nouser -nogroup -empty -executable -readable " +
    "-writable -print -print0 -prune -quit -ls -noignore_readdir_race -ignore_readdir_race -warn -nowarn -version"
  ).split(" "),
);
const FIND_VALUES = new Set(
  (
    "-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer " +
    "-anewer -cnewer -perm -user -group -uid -gid -links -inum -maxdepth -mindepth -regextype -printf -used -fstype -context -samefile"
  ).split(" "),
);
/** The value is a file whose time or number is compared. */
const FIND_PATH_VALUES = /^-(newer(\w\w)?|anewer|cnewer|samefile)$/;

/** What begins with a dash and is the value of a test: a number, a mode. Anything else may be an action of a find that takes no value there. */
const FIND_VALUE = /^(?!-)|^-\d|^-[ugoa]*[+=][rwxXst]*$/s;

/** Whether the next word is a test's value, whatever it looks like. */
export const takesFindValue = (word: string): boolean => FIND_VALUES.has(word) || /^-newer[aBcm][aBcmt]$/.test(word);

export const SEARCH_TOOLS: ReaderTable = {
  rg: {
    options: RIPGREP,
    operands: "pattern",
    patternOptions: ["-e", "-f", "--regexp", "--file", "--files", "--type-list"],
    strictGlobs: true,
  },
  fd: { options: FD, operands: "pattern", strictGlobs: true },
  fdfind: { options: FD, operands: "pattern", strictGlobs: true },
  find: readFind,
};

/** `find` has a language of its own: paths first, then tests and actions. Only tests and printing are known. */
function readFind(words: readonly ShellWord[]): GrammarResult {
  const reads: ShellWord[] = [];
  let index = 0;
  while (/^-([HLP]|O\d)$/.test(words[index]?.text ?? "")) index++;
  for (; index < words.length && !/^[-(!,]/.test(words[index]?.text ?? ""); index++) {
    const word = words[index];
    if (word) reads.push(word);
  }
  if (reads.length === 0) reads.push(literalWord("."));
  for (; index < words.length; index++) {
    const word = words[index];
    if (!word || !isLiteral(word)) return refuse("find has a word that is not known before it runs", word?.text);
    if (word.glob && !/^[()!]$/.test(word.text)) return refuse(`${word.text} may become an action of find`, word.text);
    if (FIND_FLAGS.has(word.text)) continue;
    if (!takesFindValue(word.text)) return refuse(`${word.text} is no test of find known to only read`, word.text);
    const value = words[++index];
    if (!value || !isLiteral(value)) return refuse(`the value of ${word.text} is not known before it runs`, word.text);
    if (!FIND_VALUE.test(value.text)) return refuse(`${value.text} may be an action of find`, value.text);
    if (FIND_PATH_VALUES.test(word.text) && !word.text.endsWith("t")) reads.push(value);
  }
  return reads.every(isLiteral)
    ? acceptAll(words, reads)
    : refuse("find searches a folder that is not known before it runs");
}
