import { rankSkills } from "../../engines/bm25/rank-skills.ts";
import { defineTool } from "../define-tool.ts";

const DESCRIPTION_CHARS = 150;

export const searchSkills = defineTool({
  name: "search_skills",
  description: "Finds skills (written knowledge of this project) by words in them.",
  schema: {
    type: "object",
    properties: {
      query: { type: "string" },
      limit: { type: "integer", minimum: 1, maximum: 20, default: 5 },
    },
    required: ["query"],
  },
  isUseful: ({ skills }) => skills.outline().length > 0,
  intent: ({ query }) => ({ accesses: [], display: { kind: "text", text: `Search skills for ${query}` } }),
  async run({ query, limit }, { skills }) {
    const all = skills.all();
    const hits = rankSkills(query, all);
    if (hits.length === 0) {
      const text = `No skills found matching '${query}'`;
      return { text, display: { kind: "text", text } };
    }
    const lines = hits.slice(0, limit).map(({ documentIndex, score }) => {
      const skill = all[documentIndex];
      return `- **${skill?.name}** (score: ${score.toFixed(1)})\n  ${(skill?.description ?? "").slice(0, DESCRIPTION_CHARS)}`;
    });
    const title = `Found ${hits.length} ${hits.length === 1 ? "skill" : "skills"} matching '${query}':`;
    const text = `${title}\n\n${lines.join("\n")}\n\nUse load_skill with a name to read the whole skill.`;
    return { text, display: { kind: "text", text: title } };
  },
});
