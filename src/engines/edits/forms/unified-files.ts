import { type Failure, type FileEdit, fail, type LinesHunk } from "../model.ts";
import { undecorated, unquotePath } from "../paths.ts";
import type { DiffSection } from "./diff-section.ts";

const NOWHERE = "/dev/null";

/** The edit that one section of a diff asks for; undefined where the section says nothing. */
export function fileEditOf(section: DiffSection): FileEdit | Failure | undefined {
  const named = namesOf(section);
  const label = named.names[0] ?? "the file";
  const refusal = refusedSection(section, label);
  if (refusal !== undefined) return refusal;
  const { hunks } = section;
  const base = { names: named.names, certain: named.certain, hunks, order: "ordered" as const };
  if (section.renameFrom !== undefined && section.renameTo !== undefined) {
    const names = [unquotePath(section.renameFrom)];
    const moveTo = unquotePath(section.renameTo);
    return { ...base, kind: "modify", names, certain: true, moveTo, isCopy: section.isCopy === true };
  }
  if (isCreation(section)) {
    const content = contentOf(hunks);
    if (content === undefined)
      return fail({
        code: "parse",
        message: `The diff creates ${label} but deletes or keeps lines of it.`,
        path: label,
      });
    const executable = (Number.parseInt(section.newMode ?? "0", 8) & 0o100) !== 0;
    return { ...base, kind: "create", hunks: [], content, ...(executable && { executable }) };
  }
  if (isDeletion(section)) return { ...base, kind: "delete" };
  if (hunks.length === 0) {
    if (section.oldName === undefined || section.newName === undefined) return undefined;
    return fail({ code: "parse", message: `The diff of ${label} has no hunks.`, path: label });
  }
  return { ...base, kind: "modify" };
}

function refusedSection(section: DiffSection, label: string): Failure | undefined {
  if (section.isBinary === true)
    return fail({ code: "not-text", message: `${label}: binary patches are not applied.`, path: label });
  if (section.newMode === "120000" || section.deletedMode === "120000")
    return fail({ code: "permission", message: `${label}: the patch makes or changes a symbolic link.`, path: label });
  if (section.changesMode === true)
    return fail({
      code: "permission",
      message: `${label}: the patch changes the file's mode.`,
      path: label,
      hint: "Leave the mode lines out; change a mode with a command.",
    });
  return undefined;
}

/** The text of a new file, when the hunks add and do nothing else. */
function contentOf(hunks: readonly LinesHunk[]): string | undefined {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some((line) => line.kind === "delete" || (line.kind === "context" && line.text.trim() !== "")))
    return undefined;
  const text = lines.map((line) => line.text).join("\n");
  return lines.length === 0 || hunks.at(-1)?.finalNewline === "remove" ? text : `${text}\n`;
}

const isNowhere = (name: string | undefined): boolean => name !== undefined && nameOf(name) === NOWHERE;

const isCreation = ({ newMode, oldName, hunks }: DiffSection): boolean =>
  newMode !== undefined || isNowhere(oldName) || (isEpoch(oldName) && hunks[0]?.startLine === 0);

const isDeletion = ({ deletedMode, newName }: DiffSection): boolean =>
  deletedMode !== undefined || isNowhere(newName) || isEpoch(newName);

const TIMESTAMP = /\t(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?(?: ?([+-]\d\d):?(\d\d))?/;

/** A missing side may be told by the first second of 1970 instead of a name. */
function isEpoch(name: string | undefined): boolean {
  const match = TIMESTAMP.exec(name ?? "");
  if (match === null) return false;
  const zone = match[3] === undefined ? "Z" : `${match[3]}:${match[4]}`;
  return Date.parse(`${match[1]}T${match[2]}${zone}`) === 0;
}

const NAME_CHARACTERS_MAX = 4096;

/** A header's name without its timestamp or revision. */
function nameOf(header: string): string {
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(header);
  if (quoted !== null) return unquotePath(quoted[0]);
  const name = (header.split("\t")[0] ?? "").trim();
  if (name.length > NAME_CHARACTERS_MAX) return name;
  return undecorated(name.replace(/\s+(\(revision \d+\)|\(working copy\)|\d{4}-\d\d-\d\d \d\d:\d\d.*)$/, ""));
}

interface Names {
  readonly names: readonly string[];
  readonly certain: boolean;
}

const PREFIXES = /^[abciow]\//;
const firstPartOf = (name: string): string => name.slice(0, name.indexOf("/") + 1);
const withoutFirstPart = (name: string): string => name.slice(name.indexOf("/") + 1);

/** The paths that the headers may mean, likeliest first. Prefixes of git count as such when both sides have one. */
function namesOf(section: DiffSection): Names {
  const headers = [section.oldName, section.newName].filter((name) => name !== undefined).map(nameOf);
  const real = (headers.length > 0 ? headers : (section.gitNames ?? []).map(unquotePath)).filter(
    (name) => name !== NOWHERE,
  );
  const [first, second] = real;
  if (first === undefined) return { names: section.indexName === undefined ? [] : [section.indexName], certain: false };
  if (second === undefined) return namesOfOne(first, section);
  if (first === second) return { names: [first, ...strippedOf(first)], certain: true };
  const stripped = [withoutFirstPart(first), withoutFirstPart(second)];
  const areSidesOfOne = first.includes("/") && second.includes("/") && stripped[0] === stripped[1];
  if (areSidesOfOne && firstPartOf(first) !== firstPartOf(second))
    return { names: [stripped[0] ?? first, first, second], certain: true };
  const bothPrefixed = PREFIXES.test(first) && PREFIXES.test(second);
  const sides = bothPrefixed ? stripped : real;
  // GNU patch takes the shorter name too: `file.orig` and `file` mean `file`.
  return { names: sides.toSorted((one, other) => one.length - other.length), certain: false };
}

function namesOfOne(name: string, section: DiffSection): Names {
  const certain = isNowhere(section.oldName) || isNowhere(section.newName);
  const isPrefixed = PREFIXES.test(name) && (certain || section.gitNames !== undefined);
  return { names: isPrefixed ? [withoutFirstPart(name), name] : [name, ...strippedOf(name)], certain };
}

const strippedOf = (name: string): string[] => (PREFIXES.test(name) ? [withoutFirstPart(name)] : []);
