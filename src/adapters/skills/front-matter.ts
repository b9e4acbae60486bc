import { parseBoundedYaml } from "../../engines/text/bounded-yaml.ts";

/** A Markdown file with fields at its head. */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  /** What stands below them. */
  readonly body: string;
  /** The file has a head at all. */
  readonly isThere: boolean;
  /** What is wrong with the head; it is used all the same. */
  readonly problems: readonly string[];
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Reads the fields between two lines of `---` as leniently as people write them. */
export function readFrontMatter(text: string): FrontMatter {
  const match = FRONT_MATTER.exec(text);
  if (match === null)
    return {
      fields: {},
      body: text.replace(/^\uFEFF/, "").trim(),
      isThere: false,
      problems: ["it has no front matter"],
    };
  const problems: string[] = [];
  const fields = readFields(match[1] ?? "", problems);
  return { fields, body: text.slice(match[0].length).trim(), isThere: true, problems };
}

function readFields(yaml: string, problems: string[]): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseBoundedYaml(yaml);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    problems.push("its front matter is no mapping");
  } catch {
    problems.push("its front matter is no YAML; it is read line by line");
  }
  return readLines(yaml);
}

/** Most broken front matter has a colon in an unquoted value: then each line is its key and the rest. */
function readLines(yaml: string): Readonly<Record<string, unknown>> {
  const fields: Record<string, string> = {};
  for (const line of yaml.split(/\r?\n/)) {
    const match = /^([A-Za-z_-]+)\s*:(.*)$/.exec(line);
    if (match?.[1]) fields[match[1].toLowerCase()] = (match[2] ?? "").trimStart().replace(/^(["'])(.*)\1$/, "$2");
  }
  return fields;
}

/** A field that is one line of text, or a list of such; empty where it is neither. */
export function fieldWords(value: unknown): string {
  return [value]
    .flat()
    .map(fieldText)
    .filter((text) => text !== "")
    .join(" ");
}

/** A field that is one line of text; empty where it is none. */
export function fieldText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
