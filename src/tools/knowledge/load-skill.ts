import { ToolFailure } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";

const SUGGESTIONS_MAX = 5;

export const loadSkill = defineTool({
  name: "load_skill",
  description: "Reads a skill whole.",
  schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  isUseful: ({ skills }) => skills.outline().length > 0,
  intent: ({ name }) => ({ accesses: [{ kind: "load", name }], display: { kind: "text", text: `Load skill ${name}` } }),
  async run({ name }, { skills, workspace }) {
    const wanted = name.trim().toLowerCase();
    const all = skills.all();
    const skill = all.find((candidate) => candidate.name.toLowerCase() === wanted);
    if (!skill) {
      const near = all.filter((other) => isNear(other.name.toLowerCase(), wanted)).slice(0, SUGGESTIONS_MAX);
      const question = near.length === 0 ? "" : ` Did you mean: ${near.map((other) => other.name).join(", ")}?`;
      throw new ToolFailure(`Skill '${name}' not found.${question}`);
    }
    const files = skills.files(skill);
    const text = [
      `# Skill: ${skill.name}`,
      "",
      `**Description:** ${skill.description}`,
      `**Source:** ${workspace.show(skill.path)}`,
      ...(files.length === 0 ? [] : [`**Files beside it:** ${files.join(", ")}`]),
      "",
      "---",
      "",
      skill.body,
    ].join("\n");
    return { text, display: { kind: "text", text: `Skill ${skill.name} (${workspace.show(skill.path)})` } };
  },
});

function isNear(name: string, wanted: string): boolean {
  return wanted !== "" && (name.includes(wanted) || wanted.includes(name));
}
