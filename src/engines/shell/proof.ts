import { gitShowsSecret } from "./meaning/git-secrets.ts";
import { folderNamed } from "./meant/named-paths.ts";
import { patternIn } from "./meant/word-patterns.ts";
import type { Assignment, Part } from "./part.ts";
import { type Place, pathsNamed, placeOf, readPlaceOf } from "./places.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { chosenInFolder } from "./programs/chosen-programs.ts";
import { gitWords } from "./programs/git/git-words.ts";
import { isInertAssignment } from "./programs/inert-variables.ts";
import { readWith } from "./programs/reader.ts";
import { readerOf } from "./programs/readers.ts";
import { archiveShown, METADATA_ONLY } from "./programs/shown-archives.ts";
import { waitsAtTerminal } from "./programs/terminal-programs.ts";
import { calledAs, goesBelow, looksFor, type ReadingCall, readingWay } from "./reading-way.ts";
import { programName } from "./scan.ts";
import { belongsToLine } from "./starts/sensitive-names.ts";
import { isHarmless, isLiteral, isPrinted, literalWord, type ShellWord } from "./words.ts";

const SYSTEM_BIN = /^\/(usr\/)?s?bin\/([\w.+-]+)$/;

/** The name under which a program is looked up: bare, or a plain path into the system's own folders. */
export function trustedName(word: ShellWord | undefined): string | undefined {
  if (!word || !isLiteral(word) || word.glob) return undefined;
  if (/^[\w.[:+-]+$/.test(word.text)) return word.text;
  return SYSTEM_BIN.exec(word.text)?.[2];
}

/** Why this command is not proven to only read harmless things of the workspace; undefined when it is.
 *  @param words  program first; the part gives redirections, assignments and folders */
export function unprovenBecause(
  words: readonly ShellWord[],
  part: Part,
  options: CommandPolicyOptions,
): string | undefined {
  const around = surroundings(part, options);
  if (around !== undefined) return around;
  const [program, ...rest] = words;
  if (!program) return archiveShown("", undefined, part, options) ?? bareAssignments(part);
  const waits = waitsAtTerminal(words, part);
  if (waits !== undefined) return waits;
  const name = trustedName(program);
  const reader = name === undefined ? undefined : readerOf(name);
  const chooser = name === undefined ? undefined : chosenInFolder(name, part, options);
  if (chooser !== undefined) return `${chooser} chooses what ${name} does`;
  if (name === undefined || !reader) return `no rule allows ${program.text}, and it is not known to only read`;
  if (typeof reader !== "function" && rest.length === 1 && /^--(version|help)$/.test(rest[0]?.text ?? ""))
    return undefined;
  const result = readWith(reader, rest);
  if (result.kind === "unknown") return result.why;
  const byRepository =
    name === "git"
      ? (repositoryProblem(words.slice(1), part, options) ?? gitShowsSecret(words, part, options))
      : undefined;
  if (byRepository !== undefined) return byRepository;
  for (const read of [...result.use.reads, ...(result.use.mayRead ?? [])]) {
    // What comes after `cd` is judged where it may then be.
    if (
      name === "cd" &&
      part.folders.some((folder) => unreadableBecause(read, readPlaceOf(read, [folder], options), true) === undefined)
    )
      continue;
    const tellsNames = METADATA_ONLY.has(name) || result.use.namesOnly?.has(read) === true;
    const why = unreadableBecause(read, readPlaceOf(read, part.folders, options), tellsNames);
    if (why !== undefined) return why;
  }
  if (result.use.reads.length === 0 && part.folders.some((folder) => !isInside(folder, options)))
    return "the folder it runs in is outside the workspace or not known";
  const elsewhere = archiveShown(name, result.use, part, options) ?? globElsewhere(rest, part, options);
  if (elsewhere !== undefined) return elsewhere;
  return globOfEverything(name, result.use.reads) ?? seesMore({ name, words: rest, use: result.use }, part, options);
}

/** Why git, asked to look, does more than that in a repository. */
function repositoryProblem(
  words: readonly ShellWord[],
  { folders }: Part,
  options: CommandPolicyOptions,
): string | undefined {
  const { facts } = options;
  const { folders: changes } = gitWords(words);
  // Each is seen from the one before it.
  if (changes.length > 1) return "it goes into one folder after another";
  const given = changes.flatMap((change) => folders.map((from) => folderNamed(change, from, options)));
  for (const folder of [...folders, ...given]) {
    if (folder === undefined || facts?.repositoryStartsPrograms?.(folder))
      return "the repository's configuration may start a program";
    const elsewhere = facts?.repositoryReadsElsewhere?.(folder);
    if (elsewhere !== undefined) return `the repository leads git elsewhere (${elsewhere})`;
  }
  return undefined;
}

/** Why it reads more than its words say: by the files that are there, where nothing else keeps it from them. */
function seesMore(call: ReadingCall, part: Part, options: CommandPolicyOptions): string | undefined {
  const { use, name } = call;
  if (options.facts?.readProblem === undefined) return undefined;
  if (CHECKS_LISTED.test(name) && (use.options.has("-c") || use.options.has("--check")))
    return `${name} reads what a list names, wherever that lies`;
  return seesBelow(call, part, options) ?? listsBehindLink(call, part.folders, options);
}

/**
 * Why a command that goes through folders comes to what is kept from it there, whatever allows the command itself.
 * @param deniedOnly  what rules keep from being read, and not what may be a secret or lies behind links
 */
export function keptBelow(
  words: readonly ShellWord[],
  part: Part,
  options: CommandPolicyOptions,
  deniedOnly = false,
): string | undefined {
  const [program, ...rest] = words;
  if (program === undefined || !isLiteral(program)) return undefined;
  const name = programName(program);
  const reader = readerOf(name);
  const result = reader && readWith(reader, rest);
  if (result?.kind === "known") return seesBelow({ name, words: rest, use: result.use }, part, options, deniedOnly);
  return goesBelow(name, rest)
    ? seesBelow({ name, words: rest, use: unreadUse(name, rest, part, options) }, part, options, deniedOnly)
    : undefined;
}

/** Of words that no grammar reads: behind the first operand of what looks for something, each that is there. */
function unreadUse(name: string, words: readonly ShellWord[], { folders }: Part, options: CommandPolicyOptions) {
  const isThere = (word: ShellWord): boolean =>
    folders.some(
      (folder) =>
        pathsNamed(word, folder, options)?.some((path) => options.facts?.realPath?.(path) !== undefined) ?? true,
    );
  const given = name === "git" ? gitWords(words).words.slice(1) : words;
  const operands = given.filter(({ text }) => !text.startsWith("-"));
  const reads = operands.slice(looksFor(name, words) ? 1 : 0).filter((word) => isLiteral(word) && isThere(word));
  return { options: new Map(), operands, reads };
}

function seesBelow(
  call: ReadingCall,
  { folders, redirections }: Part,
  options: CommandPolicyOptions,
  deniedOnly = false,
): string | undefined {
  const look = options.facts?.readProblem;
  if (look === undefined) return undefined;
  const { name } = call;
  const isRepository = folders.every((folder) => folder !== undefined && isInRepository(folder, options));
  if (!deniedOnly && comparesElsewhere(call, isRepository))
    return "git -C compares files of another folder, which are not looked at";
  const ownWay = readingWay(call, { namesOnly: METADATA_ONLY.has(name), isRepository });
  const way = deniedOnly ? { ...ownWay, deniedOnly } : ownWay;
  if (deniedOnly && !way.below) return undefined;
  for (const word of readWords(call, redirections, way.startsHere || way.countsHere)) {
    const { path, pattern, region } = readPlaceOf(word, folders, options);
    if (path === undefined || !/^(?:inside|root)$/.test(region)) continue;
    const namesOnly = way.namesOnly || call.use.namesOnly?.has(word) === true;
    const problem = look(pattern ?? path, { ...way, namesOnly, glob: pattern !== undefined });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function readWords({ use }: ReadingCall, redirections: Part["redirections"], startsHere: boolean) {
  // A file of patterns is no place to look in.
  const ofOptions = new Set([...use.options.values()].flat());
  return [
    ...use.reads,
    ...(use.mayRead ?? []),
    ...redirections.filter(({ kind }) => kind === "read").map(({ target }) => target),
    ...(startsHere && use.reads.every((word) => ofOptions.has(word)) ? [literalWord(".")] : []),
  ];
}

const CHECKS_LISTED = /^\w*sum$/;

/** The shell lists what a pattern finds in folders, wherever links of the workspace lead, whatever the word is to the program: `echo link/*`. */
function listsBehindLink({ words, use }: ReadingCall, folders: Part["folders"], options: CommandPolicyOptions) {
  const listed = words.filter((word) => word.glob && isLiteral(word) && !use.reads.includes(word));
  for (const word of listed) {
    for (const from of folders) {
      // What a pattern itself finds is named where it stands: the folders above it count.
      const folder = patternIn(word, from).replace(/\/[^/]*$/, "");
      const problem = options.facts?.readProblem?.(folder, { ...NAMES_FOUND, glob: true });
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

const NAMES_FOUND = {
  namesOnly: true,
  below: false,
  deniedOnly: false,
  follows: false,
  hidden: true,
  names: [],
  obeys: [],
};

const isInRepository = (folder: string, { facts }: CommandPolicyOptions): boolean =>
  facts?.namedAbove?.(folder, [".git"]) !== undefined;

/** `git -C docs diff --no-index a b`: the words are paths below `docs`, wherever links there lead. */
function comparesElsewhere({ name, words, use }: ReadingCall, isRepository: boolean): boolean {
  if (calledAs(name, words) !== "git diff" || gitWords(words).folders.length === 0) return false;
  return use.options.has("--no-index") || (!isRepository && use.operands.length > 1);
}

/** What stands around a command and would make even `ls` do more: problems, assignments, redirections. */
export function surroundings(part: Part, options: CommandPolicyOptions): string | undefined {
  // What only a value depends on is asked of the word that has it.
  const problem = part.problems.find(({ isOfValue }) => !isOfValue);
  if (problem) return problem.text;
  const set =
    part.argv.length > 0
      ? part.assignments.find((one) => !isInertAssignment(one.name, one.value) && !partsWhatIsRead(one, part))
      : undefined;
  if (set) return `${set.name} may change what the program does`;
  for (const { kind, target } of part.redirections) {
    const where = placeOf(target, part.folders, options);
    if (kind === "write" && where.region !== "stream") return `it writes ${target.text}`;
    const why = kind === "read" ? unreadableBecause(target, where, false) : undefined;
    if (why !== undefined) return why;
  }
  return undefined;
}

/** `IFS=, read -r a b`: how what is read is parted, and nothing else. */
export const partsWhatIsRead = ({ name, value }: Assignment, { argv }: Part): boolean =>
  name === "IFS" && argv[0]?.text === "read" && isLiteral(value);

export function unreadableBecause(word: ShellWord, where: Place, metadataOnly: boolean): string | undefined {
  if (isPrinted(word)) return undefined;
  if (!isLiteral(word)) return `what ${word.text} names is not known before it runs`;
  if (where.region === "unknown") return `where ${word.text} lies is not known`;
  if (where.isSecret && !metadataOnly) return `${word.text} may hold a secret`;
  switch (where.region) {
    case "inside":
    case "root":
    case "stream":
    case "facts":
      return undefined;
    case "endless":
      return `${word.text} never ends`;
    default:
      return `${word.text} ${where.path === undefined ? "may lead outside" : "is outside"} the workspace`;
  }
}

/** A variable set by itself lives on: lower-case names belong to the line, upper-case ones may be exported. */
function bareAssignments(part: Part): string | undefined {
  const strange = part.assignments.find(({ name, value }) => !isInertAssignment(name, value) && !belongsToLine(name));
  if (strange)
    return `${strange.name} may change what later programs do (a name in lower case belongs to the line alone)`;
  const unknown = part.assignments.find(({ value }) => !isHarmless(value) && !value.isTold);
  return unknown && `what ${unknown.name} is given is not known before it runs`;
}

const isInside = (folder: string | undefined, options: CommandPolicyOptions): boolean => {
  if (folder === undefined) return false;
  const where = placeOf({ text: ".", certainty: "literal", glob: false }, [folder], options);
  return where.region === "inside" || where.region === "root";
};

/** `echo ../*` lists names, whatever the words are to the program. */
function globElsewhere(
  words: readonly ShellWord[],
  { folders }: Part,
  options: CommandPolicyOptions,
): string | undefined {
  const strays = words.find(
    (word) =>
      word.glob &&
      isLiteral(word) &&
      LISTS_ELSEWHERE.test(word.text) &&
      !/^(?:inside|root|facts)$/.test(placeOf(word, folders, options).region),
  );
  return strays && `${strays.text} lists names outside the workspace`;
}

/** A pattern from the root, or by way of a folder above. */
const LISTS_ELSEWHERE = /^\/[^*?[]*\/[^/]*[*?[]|^\/[*?[][^/]*$|(?:^|\/)\.\.\/.*[*?[]/;

/** `cat *` shows whatever lies there, links and keys included. */
function globOfEverything(name: string, reads: readonly ShellWord[]): string | undefined {
  if (METADATA_ONLY.has(name)) return undefined;
  const all = reads.find(
    (word) => word.glob && /(^|\/)[*?]+$/.test(word.text) && !word.text.replace(/^\.\//, "").includes("/"),
  );
  return all ? `${all.text} takes every file` : undefined;
}
