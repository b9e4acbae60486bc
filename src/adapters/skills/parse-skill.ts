import { basename, dirname } from "node:path";
import { fieldText, readFrontMatter } from "./front-matter.ts";

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

/** @param path  names the skill where its front matter does not: by its folder, or by the file where that is no SKILL.md */
export function parseSkill(text: string, path: string): ParsedSkill {
  if (text.includes("\0")) return { kind: "invalid", problem: "it is no text" };
  const { fields, body, isThere, problems: faults } = readFrontMatter(text);
  const problems = [...faults];
  const fallbackName = /^skill\.md$/i.test(basename(path))
    ? basename(dirname(path))
    : basename(path).replace(/\.md$/i, "");
  const name = fieldText(fields["name"]) || fallbackName;
  const description = fieldText(fields["description"]) || firstParagraph(body);
  if (body === "" && description === "") return { kind: "invalid", problem: "it is empty" };
  if (fieldText(fields["name"]) === "" && isThere) problems.push(`it has no name; "${name}" is taken from its place`);
  if (fieldText(fields["description"]) === "") problems.push("it has no description");
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

function tagsOf(value: unknown): readonly string[] {
  const list = Array.isArray(value)
    ? value.map(fieldText)
    : fieldText(value)
        .replace(/^\[|\]$/g, "")
        .split(",");
  return list.map((tag) => tag.trim().replace(/^(["'])(.*)\1$/, "$2")).filter((tag) => tag !== "");
}

function firstParagraph(body: string): string {
  const paragraph = body.split(/\n\s*\n/).find((part) => part.trim() !== "" && !part.trim().startsWith("#")) ?? "";
  return paragraph.replace(/\s+/g, " ").trim().slice(0, DESCRIPTION_CHARS_MAX);
}
