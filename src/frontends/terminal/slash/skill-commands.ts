import { loadedSkill } from "../../../app/knowledge/loaded-skill.ts";
import type { Skill } from "../../../core/knowledge.ts";
import type { SlashCommand } from "./slash-command.ts";

const SUMMARY_CHARS_MAX = 80;

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
