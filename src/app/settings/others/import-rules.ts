import { isAbsolute } from "node:path";
import type { OthersPlace } from "./places.ts";

/** One thing in a file of another agent that Waymark has a place for; `isUnknown`: a word of theirs for which it has none. Lines are 1-based. */
export type Found =
  | {
      readonly kind: "setting";
      readonly path: readonly string[];
      readonly value: unknown;
      readonly line: number;
      readonly isUnknown?: true;
    }
  | { readonly kind: "key"; readonly provider: string; readonly value: string; readonly line: number };

export interface ImportSource {
  readonly tool: string;
  /** Where its settings are, the nearest first. */
  files(place: OthersPlace): readonly string[];
  /** Never throws: a file that cannot be read as what it should be holds nothing. */
  read(text: string): Promise<readonly Found[]>;
}

/** How a value of theirs becomes one of ours; undefined leaves it out. */
export type Rule = (value: unknown) => readonly Omit<Extract<Found, { kind: "setting" }>, "line" | "kind">[] | KeyFound;
export type KeyFound = { readonly provider: string; readonly key: string };

export const setting =
  (...path: string[]): Rule =>
  (value) => [{ path, value }];
export const named =
  (names: Readonly<Record<string, unknown>>, ...path: string[]): Rule =>
  (value) =>
    typeof value === "string" && Object.hasOwn(names, value)
      ? [{ path, value: names[value] }]
      : [{ path, value, isUnknown: true }];
export const model =
  (provider: string): Rule =>
  (value) =>
    typeof value === "string" ? [{ path: ["model"], value: `${provider}/${value.replace(/^models\//, "")}` }] : [];
export const key =
  (provider: string): Rule =>
  (value) =>
    typeof value === "string" && value !== "" && !isReference(value) ? { provider, key: value } : [];
/** `{env:NAME}`, `{file:PATH}`, `$NAME` and `${NAME}` say where a value is, and are none. */
const isReference = (value: string): boolean => /^\{(?:env|file):|^\$\{?\w/.test(value);
/** Claude Code's short names (`opus`, `default`) are no ids that the API knows, which is said; `[1m]` asks for a longer window. */
export const claudeModel: Rule = (value) =>
  typeof value === "string" && /^claude-/.test(value)
    ? model("anthropic")(value.replace(/\[\w+\]$/, ""))
    : [{ path: ["model"], value, isUnknown: true }];
/** Where a folder's path begins is known of absolute ones only. */
export const folders: Rule = (value) => {
  const absolute = (Array.isArray(value) ? value : []).filter((one) => typeof one === "string" && isAbsolute(one));
  return absolute.length === 0 ? [] : [{ path: ["addDirs"], value: absolute }];
};
/** An address of Ollama lacks the version segment of the API that is used. */
export const address =
  (provider: string): Rule =>
  (value) =>
    typeof value === "string" && URL.canParse(value) ? [{ path: ["providers", provider, "baseUrl"], value }] : [];

export function structured(
  tool: string,
  files: ImportSource["files"],
  form: "json" | "yaml" | "toml",
  rules: Readonly<Record<string, Rule>>,
): ImportSource {
  const read = async (text: string): Promise<readonly Found[]> => {
    return foundBy(rules, await parse(text, form), text);
  };
  return { tool, files, read };
}

export function foundBy(rules: Readonly<Record<string, Rule>>, document: unknown, text: string): readonly Found[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const path = name.split(".");
    const value = valueAt(document, path);
    return value === undefined || value === null ? [] : apply(rule, value, lineOf(text, path));
  });
}

export function apply(rule: Rule | undefined, value: unknown, line: number): Found[] {
  const result = rule?.(value) ?? [];
  if ("provider" in result) return [{ kind: "key", provider: result.provider, value: result.key, line }];
  return result.map((one) => ({ kind: "setting", ...one, line }));
}

export async function parse(text: string, form: "json" | "yaml" | "toml"): Promise<unknown> {
  try {
    if (form === "json") return (await import("jsonc-parser")).parse(text, [], { allowTrailingComma: true });
    if (form === "yaml") return (await import("../../../engines/text/bounded-yaml.ts")).parseBoundedYaml(text);
    return (await import("confbox/toml")).parseTOML(text);
  } catch {
    return undefined;
  }
}

export function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The line on which the last key of a path stands after those before it; the first line where it cannot be told. */
function lineOf(text: string, path: readonly string[]): number {
  const lines = text.split("\n");
  let line = 0;
  for (const part of path) {
    const pattern = new RegExp(`(?:^|[\\s"'{[.,])${part.replace(/[^\w]/g, "\\$&")}["']?\\s*(?:[:=\\]]|\\.)`);
    const at = lines.findIndex((one, index) => index >= line && pattern.test(one));
    if (at === -1) break;
    line = at;
  }
  return line + 1;
}
