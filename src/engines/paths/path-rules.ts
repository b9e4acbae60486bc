import { createReach, unescapeGlob } from "../../base/glob.ts";
import { compileIgnoreRules } from "../text/gitignore.ts";
import { permits } from "./permitted-paths.ts";
import { askedName } from "./protected-names.ts";

/** What would be done: `list` is to look into a folder, `create` to make what is not there, `write` to change what is. */
export type PathOperation = "read" | "list" | "create" | "write" | "delete";

/** Rules as in the settings: `tool(pattern)` or a bare pattern, in the language of .gitignore, relative to the root. */
export interface PathRules {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Whether a rule names the tool that asks: it is meant whatever that does. Absent: a tool is known by what its name speaks of. */
  readonly names?: (tool: string) => boolean;
}

export interface RuleVerdict {
  readonly verdict: "allow" | "ask" | "deny";
  readonly rule: string;
}

interface ParsedRule {
  readonly text: string;
  readonly pattern: string;
  readonly isAbsolute: boolean;
}

const READING_TOOL = /read|list|view|search|find|glob|grep|cat|open|^ls$/;
const WRITING_TOOL = /edit|write|remember|create|delete|remove|patch|apply|replace|insert|move|rename|^rm$|^mv$/;
const ANY_TOOL = /^(?:\*|files?|paths?|fs)$/;

/** Whether a rule of the settings is about paths; `Tool` alone is about the tool. */
export const hasPattern = (rule: string): boolean => /^[\w*.-]+\(.+\)$/s.test(rule.trim());

/** What a rule with a pattern keeps from files where it denies: `read`, which is all, or changes; undefined where it is about no paths. */
export function keptBy(rule: string): "read" | "write" | undefined {
  const name = /^([\w*.-]+)\(.+\)$/s.exec(rule.trim())?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  if (ANY_TOOL.test(name) || READING_TOOL.test(name)) return "read";
  return WRITING_TOOL.test(name) ? "write" : undefined;
}

/** Whether one of some rules speaks of folders of a name: in letters, not by a wildcard that means any. */
export function namedFolders(rules: readonly string[]): (name: string) => boolean {
  const reaches = rules
    .filter((rule) => keptBy(rule) !== undefined)
    .flatMap((rule) => rule.slice(rule.indexOf("(") + 1, rule.lastIndexOf(")")).split(/[/\\]/))
    .filter((component) => /[^*?]/.test(component))
    .map((component) => createReach(component.trim(), { ignoreCase: true }));
  return (name) => reaches.some((reach) => reach(name));
}

/** The strictest that rules say of what is read; undefined where none does. */
export function readsRuled({
  ask,
  deny,
}: {
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}): "ask" | "deny" | undefined {
  const isOfReads = (rule: string): boolean => keptBy(rule) === "read";
  if (deny.some(isOfReads)) return "deny";
  return ask.some(isOfReads) ? "ask" : undefined;
}

/** A path in one form in which it must be judged: relative to its root with `/`, and absolute. */
export interface RuledPlace {
  readonly relative: string;
  readonly absolute: string;
  /** The name of its root where that is an added folder: a refusal of `other/**` means the folder `other` that was added, too. */
  readonly below?: string | undefined;
  /** There, too: the path from the working folder, as `../other/x`; what is relative in a permission means that folder alone. */
  readonly fromRoot?: string | undefined;
  /** A folder that is to be changed with all that is in it: a permission must mean what lies there, too. */
  readonly isWhole?: boolean;
}

/** Some file at some depth, whose name no letters mean. */
const ANY_BELOW = "/\0/\0";

function isPermitted(pattern: string, place: RuledPlace): boolean {
  if (!permits(pattern, place)) return false;
  const { absolute, relative, fromRoot, isWhole } = place;
  if (!isWhole) return true;
  const below = fromRoot === undefined ? undefined : fromRoot + ANY_BELOW;
  return permits(pattern, { absolute: absolute + ANY_BELOW, relative: relative + ANY_BELOW, fromRoot: below });
}

/** The strictest rule that matches: deny beats ask beats allow. */
export function pathRuleVerdict(
  places: readonly RuledPlace[],
  operation: PathOperation,
  rules: PathRules,
): RuleVerdict | undefined {
  for (const verdict of ["deny", "ask", "allow"] as const) {
    for (const text of rules[verdict] ?? []) {
      const readings = parseRule(text, { operation, verdict, names: rules.names });
      // A permission holds only when every form of the path has it; a refusal when any has.
      const applies = readings.some((rule) =>
        verdict === "allow"
          ? places.length > 0 &&
            places.every((place) => isPermitted((rule.isAbsolute ? "/" : "") + rule.pattern, place))
          : places.some((place) => matches(rule, place, operation)),
      );
      if (applies) return { verdict, rule: text };
    }
  }
  return undefined;
}

/**
 * Whether one of some rules denies a path, for a walk that asks of each name and does not go into what is denied: whatever lies in it is not
 * recognised by itself.
 */
export function createWalkDenial(rules: readonly string[], operation: PathOperation): (place: RuledPlace) => boolean {
  const parsed = rules.flatMap((text) => parseRule(text, { operation, verdict: "deny" }));
  const matcherOf = (those: readonly ParsedRule[]) => {
    const verdicts = FOLDS.map(
      (fold) => compileIgnoreRules(those.map((rule) => fold(asIgnoreLine(rule.pattern))).join("\n")).verdict,
    );
    const isPlain = those.every(({ pattern }) => PLAIN.test(pattern));
    return (path: string): boolean =>
      // A walk asks of thousands, nearly all of which are the same in each form.
      FOLDS.slice(0, isPlain && PLAIN.test(path) ? 1 : 2).some(
        (fold, at) => verdicts[at]?.(fold(path), true) === "ignored",
      );
  };
  const relative = matcherOf(parsed.filter(({ isAbsolute }) => !isAbsolute));
  const onDisk = matcherOf(parsed.filter(({ pattern, isAbsolute }) => isAbsolute || pattern.startsWith("/")));
  return (place) => {
    const { relative: path, absolute, below } = place;
    return relative(path) || onDisk(absolute.slice(1)) || (below !== undefined && relative(`${below}/${path}`));
  };
}

const PLAIN = /^[ -[\]-~]*$/;
/** A byte that is no UTF-8, as a name is shown, and as paths are built of it. */
const LONE_BYTE = /\\x[89A-F][0-9A-F]|[\udc80-\udcff]/gu;

/**
 * The forms in which what denies or asks is compared: as file systems do that know no case, and as those do and people read that know no form of Unicode. The
 * second may make parts of one name (`／`), so neither stands for the other.
 */
const FOLDS: readonly ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  (text) => text.replace(LONE_BYTE, "\ufffd").normalize("NFKC").toUpperCase().toLowerCase(),
];

const asIgnoreLine = (pattern: string): string => pattern.replace(/^([!#])/, "\\$1");

/** Whether an allow rule names what is protected, rather than covering it by a wildcard. */
export function namesProtected(rule: string, isSecret: (path: string) => boolean): boolean {
  const pattern = /^[\w*.-]+\((.*)\)$/s.exec(rule.trim())?.[1] ?? rule;
  const literal = pattern.split("/").filter((part) => part !== "" && !/^[*?]+$/.test(part));
  return askedName(literal) !== undefined || isSecret(literal.join("/"));
}

/** Whether a rule's pattern is the path of a file and of no other: what that holds is known to whoever wrote it. */
export function namesOneFile(rule: string, places: readonly RuledPlace[]): boolean {
  const pattern = /^[\w*.-]+\((.*)\)$/s.exec(rule.trim())?.[1]?.trim() ?? rule.trim();
  if (/[*?[\]{}!\\]/.test(pattern)) return false;
  if (pattern.startsWith("//")) return places.every(({ absolute }) => absolute === pattern.slice(1));
  const path = pattern.replace(/^\.?\//, "");
  return places.every(({ relative, below }) => below === undefined && relative === path);
}

interface RuleUse {
  readonly operation: PathOperation;
  readonly verdict: RuleVerdict["verdict"];
  readonly names?: PathRules["names"];
}

/** A rule in each way in which it may be read: a refusal has several, of which any counts. */
function parseRule(text: string, { operation, verdict, names }: RuleUse): readonly ParsedRule[] {
  const call = /^([\w*.-]+)\((.*)\)$/s.exec(text.trim());
  const [, tool = ""] = call ?? [];
  if (call && !names?.(tool) && !toolCovers(tool.toLowerCase(), operation, verdict)) return [];
  const written = call ? (call[2] ?? "") : text;
  if (written.trim() === "") return call ? [{ text, pattern: "**", isAbsolute: false }] : [];
  const readings = verdict === "allow" ? [slashed(written.trim())] : refusalReadings(written);
  return readings.map((reading) => readingOf(reading, text, verdict));
}

const slashed = (pattern: string): string => pattern.replaceAll("\\", "/");

/**
 * What a pattern that refuses may mean: its brackets are a class, or letters as in the folders of a router (`app/[id]`); its backslashes part folders, make
 * letters of what stands behind them, or are letters; blanks around it are none, or belong to a name, which an ignore file has no way to say of an end of line.
 */
function refusalReadings(written: string): readonly string[] {
  const trimmed = written.trim();
  const ends = trimmed === written ? [trimmed] : [trimmed, written];
  const all = ends.flatMap((one) => {
    const letters = one.replace(/[[\\]/g, "\\$&");
    return one.includes("\\") ? [slashed(one), byLetters(slashed(one)), one, letters] : [one, letters];
  });
  return [...new Set(all)].map((one) => one.replace(/(?<!\\) (?=\/|$)/g, "\\ ").replace(/[\n\r]/g, "?"));
}

const byLetters = (pattern: string): string => pattern.replace(/\[/g, "\\[");

function readingOf(written: string, text: string, verdict: RuleVerdict["verdict"]): ParsedRule {
  const isAbsolute = written.startsWith("//");
  let pattern = isAbsolute ? written.slice(1) : written;
  if (pattern.startsWith("./")) pattern = pattern.slice(1);
  if (/^\.?\/?$/.test(pattern)) pattern = verdict === "allow" ? "/**" : "**";
  // `secrets/`, `secrets/*` and `secrets/**` all mean the folder and what is in it.
  if (verdict !== "allow") pattern = pattern.replace(/(?<=[^/*])\/(?:\*{0,2}\/?)$/, "");
  return { text, pattern, isAbsolute };
}

function toolCovers(tool: string, operation: PathOperation, verdict: RuleVerdict["verdict"]): boolean {
  if (ANY_TOOL.test(tool)) return true;
  const isReading = operation === "read" || operation === "list";
  if (READING_TOOL.test(tool)) return isReading || verdict === "deny";
  return WRITING_TOOL.test(tool) && !isReading;
}

/** A walk asks of thousands of names about the same few patterns. */
const known = new Map<string, ReturnType<typeof compileIgnoreRules>>();
const KNOWN_MAX = 500;

function compiled(pattern: string): ReturnType<typeof compileIgnoreRules> {
  const rules = known.get(pattern) ?? compileIgnoreRules(pattern);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(pattern, rules);
  return rules;
}

/** What a pattern begins with, as letters. */
const fixedPart = (pattern: string): string => unescapeGlob(/^(?:[^*?[\\]|\\.)*/s.exec(pattern)?.[0] ?? "");

function matches({ pattern, isAbsolute }: ParsedRule, place: RuledPlace, operation: PathOperation): boolean {
  const isPathOfDisk =
    isAbsolute ||
    (pattern.startsWith("/") && place.absolute.startsWith(`${pattern.split("/").slice(0, 2).join("/")}/`));
  const forms = isPathOfDisk ? [place.absolute.replace(/^\/+/, "")] : [];
  if (!isAbsolute) forms.push(place.relative);
  if (!isAbsolute && place.below !== undefined) forms.push(`${place.below}/${place.relative}`);
  const takesInside = operation === "delete";
  return FOLDS.some((fold) => {
    const { verdict } = compiled(fold(asIgnoreLine(pattern)));
    // Deleting a folder deletes what a rule protects inside it.
    const literal = fold(fixedPart(pattern.replace(/^\/+/, "")));
    return forms.map(fold).some((form) => {
      if (form === "") return /^\/?(?:\*\*?|\.)?$/.test(pattern);
      const names = form.split("/");
      if (names.some((_name, depth) => verdict(names.slice(0, depth + 1).join("/"), true) === "ignored")) return true;
      return takesInside && literal.startsWith(`${form}/`);
    });
  });
}
