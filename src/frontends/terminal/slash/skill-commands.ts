import type { Skill } from "../../../core/knowledge.ts";
import type { SlashCommand } from "./slash-command.ts";

const SUMMARY_CHARS_MAX = 80;
/** What goes along with a prompt is cut at 20,000. */
const BODY_CHARS_MAX = 18_000;

/** Each skill that is at hand as a command: `/NAME what to do` asks the model to follow it. */
export function skillCommands(skills: readonly Skill[]): readonly SlashCommand[] {
  return skills.filter(({ name }) => /^[A-Za-z0-9][\w:-]*$/.test(name)).map(fromSkill);
}

function fromSkill(skill: Skill): SlashCommand {
  const { name, description } = skill;
  return {
    name,
    summary: `skill: ${description.replace(/\s+/g, " ").slice(0, SUMMARY_CHARS_MAX)}`,
    argument: "[WHAT TO DO]",
    run(argument, { tellModel, prompt }) {
      tellModel(loadedSkill(skill));
      prompt(argument === "" ? `Follow the skill ${name}.` : `Follow the skill ${name}: ${argument}`);
    },
  };
}

/** A skill as it goes to the model beside a prompt; of a very long one its beginning, and how the rest is read. */
export function loadedSkill({ name, path, body }: Skill): string {
  const rest = body.length - BODY_CHARS_MAX;
  const more = rest > 0 ? `\n… ${rest} more characters: load_skill {"skill_name":"${name}"} reads them.` : "";
  return `I loaded the skill "${name}" (${path}):\n\n${body.slice(0, BODY_CHARS_MAX)}${more}`;
}
