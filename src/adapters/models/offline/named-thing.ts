import { escapeRegExp } from "../../../base/glob.ts";
import { isAside } from "./aside.ts";
import { foldersIn, stemOf } from "./file-names.ts";
import type { Folder, Thing } from "./folder.ts";
import { type Looking, look } from "./looking.ts";
import { type CitedLine, isComment, readCitedLines, readPaths, readReport } from "./result-text.ts";

/** Words of a question that may name something. */
export interface Candidate {
  /** Of its tokens. */
  readonly indexes: readonly number[];
  readonly written: string;
  /** `sure`: written as only names are; `likely`: words that mean nothing else; `last`: a word that means something else as well. */
  readonly trust: "sure" | "likely" | "last";
  /** What the question says it is: "the job X". */
  readonly kindNoun?: string | undefined;
}

const PLACES_MAX = 8;
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|java|go|rs|rb|cs|cbl|cob|cobol|cpy|jcl|prc|bms|sql|sh|c|h|cpp|kt|swift|php|pli|asm)$/i;
/** What a line declares a name with, in most languages. */
const DECLARES = String.raw`(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|impl|namespace|PROGRAM-ID\.?|TRANSACTION\(|PROGRAM\(|TABLE)\s*(?:\([^)]*\)\s*)?`;
const MEMBER = String.raw`^\s+(?:(?:public|private|protected|static|async|get|set|override|readonly)\s+)*(?:NAMES)\s*(?:<[^>]*>)?\([^;]*\{\s*$`;
const MODERN = /\.(?:[cm]?[jt]sx?|py|java|go|rs|rb|cs|kt|swift|php)$/i;
/** Kinds whose names are so often plain words that a plain word is taken for one only where it is written like one. */
const SMALL_KINDS = /^(?:data-item|paragraph|section|step|map-field|field|variable|parameter|entry|file|property)$/;
/** Endings of the files that hold something of a kind. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  job: /\.(?:jcl|prc|proc)$/i,
  program: /\.(?:cbl|cob|cobol|pli|asm)$/i,
  copybook: /\.(?:cpy|copy|inc|dcl)$/i,
  screen: /\.bms$/i,
  module: SOURCE,
  file: /./,
  script: /\.(?:sh|py|[cm]?[jt]s)$/i,
  folder: /./,
};

/** What a candidate names in this folder; undefined where a word that may be a name is none. */
export function* thingOf(candidate: Candidate, folder: Folder): Looking<Thing | undefined> {
  const { written, trust } = candidate;
  const own = pathNamed(candidate, folder.paths) ?? (yield* hiddenFile(candidate));
  if (own && isPath(written)) return own;
  const known = (yield* parsedThing(written, folder)) ?? (yield* memberThing(candidate, folder.tools));
  if (known && isMeant(known, candidate)) return known;
  const found = yield* look("search_code", trust === "sure" ? textSearch(written) : declarationSearch(written));
  const lines = readCitedLines(found.failed ? "" : found.text);
  if (trust === "sure") return isRatherFile(own, lines) ? own : textThing(written, lines);
  const declared = declaredThing(candidate, lines);
  return declared ?? (trust === "last" ? undefined : (own ?? partlyNamed(candidate, folder.paths)));
}

const isRatherFile = (own: Thing | undefined, lines: readonly CitedLine[]): boolean =>
  own !== undefined && (SOURCE.test(own.name) || lines.length === 0);

/** A file of a folder such as `.github`, which no list of all files has. */
function* hiddenFile({ written, trust }: Candidate): Looking<Thing | undefined> {
  const name = written.replace(/^\.\//, "");
  if (trust !== "sure" || !isPath(name) || !/^[\w./-]+$/.test(name)) return undefined;
  const found = yield* look("find_files", { pattern: `**/.*/**/${name}`, limit: PLACES_MAX });
  const paths = found.failed ? [] : readPaths(found.text);
  return paths.length === 0 ? undefined : fileThing(written, paths);
}

/** What the parsers know under that name. */
function* parsedThing(written: string, { tools }: Folder): Looking<Thing | undefined> {
  if (!tools.has("citadel_impact") || !/^[^\s/]{2,}$/.test(written)) return undefined;
  const found = yield* look("citadel_impact", { name: written, limit: PLACES_MAX });
  return found.failed ? undefined : knownThing(written, found.text);
}

/** "Crane.lift()": what a class of that name declares, whatever the case of its letters. */
function* memberThing({ written, trust }: Candidate, tools: Folder["tools"]): Looking<Thing | undefined> {
  const [, owner, member] = trust === "sure" ? (/^([A-Za-z_]\w*)[.#](\w+)(?:\(\))?$/.exec(written) ?? []) : [];
  if (owner === undefined || member === undefined || !tools.has("citadel_impact")) return undefined;
  const found = yield* look("citadel_impact", { name: member, limit: PLACES_MAX });
  return found.failed ? undefined : knownThing(written, found.text, `${owner}/${member}`.toLowerCase());
}

/** A word that means something else as well counts only where it is spelled alike. */
function declaredThing({ written, trust }: Candidate, lines: readonly CitedLine[]): Thing | undefined {
  const places = lines.filter(
    ({ text, path }) =>
      SOURCE.test(path) &&
      !isComment(path, text) &&
      declares(text, written) &&
      !(isPlainWord(written) && (isAside(path) || !DECLARED_FIRST.test(text))) &&
      (trust !== "last" || (MODERN.test(path) && nameIn(text, written) === written)),
  );
  const [first] = places;
  return first && { written, name: nameIn(first.text, written), kind: "symbol", places };
}

const isPlainWord = (written: string): boolean => /^[a-z]+$/.test(written);
/** A plain word is only meant as the name of what a line declares for others. */
const DECLARED_FIRST =
  /^\s*(?:export |default |async |public |protected |static |abstract )*(?:function\*?|class|interface|type|enum|def|fn|func|struct|trait)\s|^export (?:const|let)\s|PROGRAM-ID|^\s+(?:(?:public|static|async|get|set) )*\w+(?:<[^>]*>)?\([^;]*\{\s*$|TRANSACTION\(|PROGRAM\(|TABLE/;

function isMeant({ name, kind, places }: Thing, { written, trust, kindNoun }: Candidate): boolean {
  // A word of every day is no name of what only a test or an example declares.
  if (trust === "last")
    return (
      name === written &&
      /^(?:function|class|method|interface|type)$/.test(kind) &&
      !places.every(({ path }) => isAside(path))
    );
  if (trust === "sure") return true;
  if (isPlainWord(written)) return !SMALL_KINDS.test(kind) && !places.every(({ path }) => isAside(path));
  if (name === written) return true;
  return kindNoun !== undefined || !SMALL_KINDS.test(kind);
}

/** "The night job": the only file of that kind whose name holds the word. */
function partlyNamed({ written, trust, kindNoun }: Candidate, paths: readonly string[]): Thing | undefined {
  const ending = kindNoun === undefined ? undefined : ENDINGS[kindNoun];
  if (trust !== "likely" || ending === undefined || squash(written).length < 4) return undefined;
  const word = squash(written).replace(/ly$/, "");
  const holding = paths.filter((path) => ending.test(path) && squash(stemOf(path)).includes(word));
  return holding.length === 1 ? fileThing(written, holding) : undefined;
}

const isPath = (written: string): boolean => /\/|\.[A-Za-z]\w{0,9}$/.test(written);
const squash = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The file or folder of that name, by the end of its path or, without an ending, by its name alone. */
function pathNamed({ written, trust, kindNoun }: Candidate, paths: readonly string[]): Thing | undefined {
  const wanted = written.toLowerCase().replace(/^\.\//, "").replace(/\/$/, "");
  if (wanted === "" || wanted === ".") return undefined;
  const files = paths.filter((path) => `/${path.toLowerCase()}`.endsWith(`/${wanted}`));
  if (files[0]) return fileThing(written, files);
  const folders = foldersIn(paths).filter((folder) => `/${folder.toLowerCase()}`.endsWith(`/${wanted}`));
  if (folders[0]) return { written, name: folders[0], kind: "folder", places: [] };
  if (/\//.test(written) || squash(written).length < 3) return undefined;
  const stems = paths.filter((path) => squash(stemOf(path)) === squash(written));
  // A source comes before what only has its name.
  const [best] = [...stems].sort(
    (one, other) => Number(SOURCE.test(other)) - Number(SOURCE.test(one)) || one.length - other.length,
  );
  if (best === undefined) return undefined;
  // A text is no program, whatever its name.
  if (!SOURCE.test(best) && (trust === "last" || !(ENDINGS[kindNoun ?? ""]?.test(best) ?? true))) return undefined;
  return fileThing(written, [best, ...stems.filter((path) => path !== best)]);
}

function fileThing(written: string, files: readonly string[]): Thing {
  return { written, name: files[0] ?? "", kind: "file", places: files.map((path) => ({ path, line: 1, text: "" })) };
}

/** @param path  of a member, behind what it belongs to; any where absent */
function knownThing(written: string, text: string, path?: string): Thing | undefined {
  const rows = readReport(text).sections.find(({ title }) => title === "What changes")?.rows ?? [];
  const places = rows.flatMap((row) => {
    const match = /^(.*?) \(([\w -]+)\)(?:: (.*?))? — (\S+):(\d+)$/.exec(row);
    const isOther = path !== undefined && match?.[1]?.toLowerCase() !== path;
    return match?.[4] && !isOther
      ? [{ name: match[1] ?? "", kind: match[2] ?? "", path: match[4], line: Number(match[5]), text: match[3] ?? "" }]
      : [];
  });
  // What is declared for all comes first: a class may hold a method of that name, a file may be called so, or the step that compiles it.
  const besides = ({ kind }: { readonly kind: string }): number => ["method", "step", "module"].indexOf(kind);
  places.sort((one, other) => besides(one) - besides(other));
  const spelled = spelledSo(places, written);
  const [first] = spelled;
  if (!first) return undefined;
  return { written, name: lastOf(first.name), kind: first.kind, places: spelled };
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** Of names that differ in the case of their letters those that are spelled just so. */
function spelledSo<Place extends { readonly name: string }>(
  places: readonly Place[],
  written: string,
): readonly Place[] {
  const same = places.filter(({ name }) => lastOf(name) === written.replace(/\(\)$/, ""));
  return same.length === 0 ? places : same;
}

const loose = (written: string): string =>
  written
    .split(/[\s_-]+/)
    .map(escapeRegExp)
    .join("[-_]?");

function declarationSearch(written: string): Readonly<Record<string, unknown>> {
  const pattern = `${DECLARES}['"]?(?:${loose(written)})\\b|${MEMBER.replace("NAMES", loose(written))}`;
  return { pattern, ignore_case: true, limit: 100 };
}

function declares(text: string, written: string): boolean {
  return new RegExp(`${DECLARES}['"]?${loose(written)}(?![\\w-])|${MEMBER.replace("NAMES", loose(written))}`, "i").test(
    text,
  );
}

function nameIn(text: string, written: string): string {
  return new RegExp(loose(written), "i").exec(text)?.[0] ?? written;
}

/** A whole name; a hyphen belongs to names as it does in COBOL. */
export function wordPattern(name: string): string {
  return `(?:^|[^A-Za-z0-9_-])${escapeRegExp(name)}(?:$|[^A-Za-z0-9_-])`;
}

function textSearch(name: string): Readonly<Record<string, unknown>> {
  return { pattern: wordPattern(name), ignore_case: true, limit: 200 };
}

function textThing(written: string, lines: readonly CitedLine[]): Thing {
  if (lines.length === 0) return { written, name: written, kind: "unknown", places: [] };
  const declaring = lines.filter(({ text }) => declares(text, written));
  return declaring.length > 0
    ? { written, name: nameIn(declaring[0]?.text ?? "", written), kind: "symbol", places: declaring }
    : { written, name: written, kind: "text", places: lines };
}
