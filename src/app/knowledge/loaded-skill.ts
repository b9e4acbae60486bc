import type { Skill } from "../../core/knowledge.ts";

/** What goes along with a prompt is cut at 20,000. */
const BODY_CHARS_MAX = 18_000;

/** A skill as it goes to the model beside a prompt; of a very long one its beginning, and how the rest is read. */
export function loadedSkill({ name, path, body }: Skill): string {
  const rest = body.length - BODY_CHARS_MAX;
  const more = rest > 0 ? `\n… ${rest} more characters: load_skill {"name":"${name}"} reads them.` : "";
  return `I loaded the skill "${name}" (${path}):\n\n${body.slice(0, BODY_CHARS_MAX)}${more}`;
}
