import { basename, dirname } from "node:path";
import { parseYAML } from "confbox/yaml";

/** What a SKILL.md says, read as leniently as people write them. */
export type ParsedSkill =
  | {
      readonly kind: "skill";
      readonly name: string;
      readonly description: string;
      readonly tags: readonly string[];
      readonly body: string;
      /** What is not as agentskills.io has it; the skill is used all the same. */
      readonly problems: readonly string[];
    }
  | { readonly kind: "invalid"; readonly problem: string };

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NAME_CHARS_MAX = 64;
const DESCRIPTION_CHARS_MAX = 1024;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** @param path  names the skill where its front matter does not: by its folder, or by the file where that is no SKILL.md */
export function parseSkill(text: string, path: string): ParsedSkill {
  if (text.includes("\0")) return { kind: "invalid", problem: "it is no text" };
  const match = FRONT_MATTER.exec(text);
  const body = (match ? text.slice(match[0].length) : text.replace(/^\uFEFF/, "")).trim();
  const problems: string[] = match ? [] : ["it has no front matter"];
  const fields = match ? readFields(match[1] ?? "", problems) : {};
  const fallbackName = /^skill\.md$/i.test(basename(path))
    ? basename(dirname(path))
    : basename(path).replace(/\.md$/i, "");
  const name = textOf(fields["name"]) || fallbackName;
  const description = textOf(fields["description"]) || firstParagraph(body);
  if (body === "" && description === "") return { kind: "invalid", problem: "it is empty" };
  if (textOf(fields["name"]) === "" && match) problems.push(`it has no name; "${name}" is taken from its place`);
  if (textOf(fields["description"]) === "") problems.push("it has no description");
  problems.push(...formProblems(name, description));
  return { kind: "skill", name, description, tags: tagsOf(fields["tags"]), body, problems };
}

function formProblems(name: string, description: string): readonly string[] {
  const isName = NAME.test(name) && name.length <= NAME_CHARS_MAX;
  return [
    ...(isName
      ? []
      : [`the name "${name}" should be small letters, digits and single hyphens (${NAME_CHARS_MAX} at most)`]),
    ...(description.length <= DESCRIPTION_CHARS_MAX
      ? []
      : [`the description has ${description.length} characters (${DESCRIPTION_CHARS_MAX} at most)`]),
  ];
}

function readFields(yaml: string, problems: string[]): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseYAML(yaml);
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
    const match = /^([A-Za-z_-]+)\s*:\s*(.*)$/.exec(line);
    if (match?.[1]) fields[match[1].toLowerCase()] = (match[2] ?? "").replace(/^(["'])(.*)\1$/, "$2");
  }
  return fields;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

function tagsOf(value: unknown): readonly string[] {
  const list = Array.isArray(value)
    ? value.map(textOf)
    : textOf(value)
        .replace(/^\[|\]$/g, "")
        .split(",");
  return list.map((tag) => tag.trim().replace(/^(["'])(.*)\1$/, "$2")).filter((tag) => tag !== "");
}

function firstParagraph(body: string): string {
  const paragraph = body.split(/\n\s*\n/).find((part) => part.trim() !== "" && !part.trim().startsWith("#")) ?? "";
  return paragraph.replace(/\s+/g, " ").trim().slice(0, DESCRIPTION_CHARS_MAX);
}
