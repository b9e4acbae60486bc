import { normalizePath } from "../../paths/worked-folders.ts";
import { possibleWords } from "../floor/possible-words.ts";
import { patternIn, writtenIn } from "../meant/word-patterns.ts";
import { runsFile } from "../programs/interpreters.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { type Danger, type DangerContext, firstDanger, hidden, place } from "./danger.ts";
import { bare, piecesOf, piecesOfText } from "./word-pieces.ts";

/** Programs whose plain words are names of scripts, targets and packages. */
const TAKES_NAMES =
  /^(?:npm|pnpm|yarn|bun|npx|bunx|cargo|go|g?make|ninja|just|task|rake|mvnw?|gradlew?|sbt|dotnet|bundle|composer|gem|poetry|uv|pdm|pipenv|pip3?|docker|podman|nerdctl|docker-compose|git|kubectl|helm|terraform|tofu|gh|glab|systemctl|service|apt|apt-get|brew|dnf|apk|pacman)$/;
/** Programs that run as tests the files that they are given. */
const RUNS_TESTS =
  /^(?:pytest|py\.test|unittest|nose2|vitest|jest|mocha|ava|tap|playwright|cypress|rspec|phpunit|bats|test|--test|test:[\w:-]+)$/;
/** What makes of them ones that write beside what they run: snapshots, reports, fixes. */
const WRITES_BESIDE = /^-(?:u$|-(?:update|fix|write|snapshot-update|inline-snapshot|force-regen))/;
const CONFIGURES = /^--(?:config|env-file|tsconfig|configfile|ignore-path)(?:=|$)/;

/**
 * What a rule keeps from being changed, named by a program that is not known to only read it there: it may be written, which no mode lets run
 * unasked. Where a sandbox closes such files to whatever runs, it is the sandbox's.
 * @param words  that the program may write
 * @param texts  that it takes for orders
 */
export function deniedDanger(
  name: string,
  words: readonly ShellWord[],
  texts: readonly string[],
  context: DangerContext,
): Danger | undefined {
  const { pathRule, closesDenied = false } = context.options;
  if (pathRule === undefined || closesDenied) return undefined;
  const run = new Set(runAsCode(name, words));
  const named = words.flatMap((word, at) =>
    run.has(word) || CONFIGURES.test(word.text) || CONFIGURES.test(bare(words[at - 1]))
      ? []
      : knownWords(word, context).flatMap((known) =>
          [...piecesOf(known), ...attachedTo(known)]
            .flatMap((piece) => [piece, piece.split(/[:,]/)[0] ?? ""])
            .filter((piece) => /[/.]/.test(piece) || mayBePath(name, piece, words[at - 1]))
            .map((piece) => ({ piece, glob: known.glob && isLiteral(word) })),
        ),
  );
  const told = texts
    .map((text) => text.replace(READ_IN_CODE, ""))
    .flatMap(piecesOfText)
    .flatMap(/^(?:git|patch)$/.test(name) ? belowFirst : (piece) => [piece]);
  return firstDanger([...named, ...[...new Set(told)].map((piece) => ({ piece, glob: false }))], ({ piece, glob }) => {
    const rule = denying(piece, glob, context);
    return rule === undefined ? undefined : hidden(`it may write ${piece}, which the rule ${rule} denies`);
  });
}

/** `-oprivate/x`, `-vvoprivate/x`: which letters are options nobody knows. */
const attachedTo = ({ text }: ShellWord): readonly string[] =>
  /^-[a-zA-Z\d]/.test(text)
    ? Array.from({ length: Math.max(0, Math.min(text.length, ATTACHED_MAX) - 2) }, (_, at) => text.slice(at + 2))
    : [];
const ATTACHED_MAX = 40;

/** A patch names its files below a folder of its own: `+++ b/private/x`. */
const belowFirst = (piece: string): readonly string[] =>
  /^[^/]+\/./.test(piece) ? [piece, piece.slice(piece.indexOf("/") + 1)] : [piece];

/** A name of one word: `find private -delete`, and not `npm run private`, `-m private`. */
const mayBePath = (name: string, piece: string, before: ShellWord | undefined): boolean =>
  piece !== "" &&
  !piece.startsWith("-") &&
  (/^-(?:C|-directory|-chdir)$/.test(bare(before)) || (!TAKES_NAMES.test(name) && !bare(before).startsWith("-")));

/** The words with the values that the line tells in their places; undefined where one may be an option. */
export function withTold(words: readonly ShellWord[], context: DangerContext): readonly ShellWord[] | undefined {
  const told = words.map((word) => (isLiteral(word) ? [word] : knownWords(word, context)));
  if (told.some((each, at) => !isLiteral(words[at] as ShellWord) && each.some(({ text }) => text.startsWith("-"))))
    return undefined;
  return told.map(([first]) => first ?? literalWord("x"));
}

function knownWords(word: ShellWord, context: DangerContext): readonly ShellWord[] {
  if (isLiteral(word)) return [word];
  if (word.standsFor !== undefined) return [word.standsFor];
  return (possibleWords(word, context) ?? []).filter(({ isOpen }) => !isOpen).map(({ text }) => literalWord(text));
}

/** To run a file, or the tests in it, is no writing of it. */
function runAsCode(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const first = words.findIndex(({ text }) => !text.startsWith("-"));
  const script = runsFile(name) && first >= 0 ? words.slice(first, first + 1) : [];
  const isOfTests = [literalWord(name), ...words.slice(0, TESTS_NAMED_MAX)].some(({ text }) => RUNS_TESTS.test(text));
  if (!isOfTests || words.some(({ text }) => WRITES_BESIDE.test(text))) return script;
  // Behind a long option stands what may be its value, a report for instance.
  return [
    ...script,
    ...words.filter(({ text }, at) => !text.startsWith("-") && !/^--\w|^-\w*o/.test(bare(words[at - 1]))),
  ];
}

/** `python3 -m pytest`, `npm run test:unit`. */
const TESTS_NAMED_MAX = 3;

/** What code only reads, as far as the call that names it says. */
const READ_IN_CODE =
  /\b(?:require|import|readFileSync|readFile|createReadStream|(?:File|IO)\.read(?:lines)?|read_csv|file_get_contents|existsSync|statSync|isfile|exists)\s*\(\s*(["'`])[^"'`]*\1|\bopen\(\s*(["'`])[^"'`]*\2\s*(?:\)|,\s*(?:encoding\s*=|["']r[bt]?["']))/g;

/** @param glob  all that it finds is meant */
function denying(piece: string, glob: boolean, context: DangerContext): string | undefined {
  const { folders, options } = context;
  const home = options.home;
  const text = home !== undefined && /^~(?=\/|$)/.test(piece) ? home + piece.slice(1) : piece;
  const word = { ...literalWord(text), glob };
  const meant = folders.flatMap((folder) => {
    const { path, pattern } = place(word, { ...context, folders: [folder] });
    if (path === undefined) return [];
    return glob ? [pattern ?? patternIn(word, folder)] : [normalizePath(writtenIn(text, folder)), path];
  });
  for (const one of new Set(meant)) {
    const found = options.pathRule?.(one, { use: "write", glob });
    if (found?.verdict === "deny") return found.rule;
  }
  return undefined;
}
