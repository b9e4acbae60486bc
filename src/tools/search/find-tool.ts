import type { Tool } from "../../core/tool.ts";
import { rankByBm25 } from "../../engines/bm25/bm25.ts";
import { defineTool } from "../define-tool.ts";

export const FIND_TOOL = "find_tool";
/** Names and words; each is compared with each tool. */
const QUERY_CHARS_MAX = 2_000;
const FOUND_MAX = 5;
const GROUP_MIN = 3;

/**
 * The way to the tools that are not offered from the start.
 * @param names  of those tools
 * @param told   the same for its description: a model that knows a name asks for it, or calls it at once
 */
export function findTool(names: readonly string[], told = names): Tool {
  return defineTool({
    name: FIND_TOOL,
    description: `Offers more tools, by name or words. There are: ${shortList(told)}.`,
    schema: {
      type: "object",
      properties: { query: { type: "string", minLength: 1, maxLength: QUERY_CHARS_MAX } },
      required: ["query"],
    },
    intent: ({ query }) => ({ accesses: [], display: { kind: "text", text: `Find a tool for ${query}` } }),
    async run({ query }, { catalogue }) {
      const specs = catalogue().filter(({ name }) => names.includes(name));
      const hits = rankByBm25(
        query,
        specs.map(({ name, description }) => [
          { text: name, weight: 3 },
          { text: description, weight: 1 },
        ]),
      );
      const named = specs.filter(({ name }) =>
        query
          .toLowerCase()
          .split(/[^\w-]+/)
          .includes(name.toLowerCase()),
      );
      const ranked = hits.flatMap(({ documentIndex }) => specs[documentIndex] ?? []);
      const found = named.length > 0 ? named : ranked.slice(0, FOUND_MAX);
      const text =
        found.length === 0
          ? `No tool for ${query}. There are: ${toldOf(told, specs).join(", ")}.`
          : `Offered from now on:\n${found.map(({ name, description }) => `- ${name}: ${description}`).join("\n")}`;
      return { text, display: { kind: "text", text }, found: found.map(({ name }) => name) };
    },
  });
}

/** An agent may have fewer tools than the session that gave it work: what it cannot have is not named. */
function toldOf(told: readonly string[], specs: readonly { readonly name: string }[]): readonly string[] {
  const there = specs.map(({ name }) => name);
  return told.filter((one) =>
    one.endsWith("*") ? there.some((name) => name.startsWith(one.slice(0, -1))) : there.includes(one),
  );
}

/** Names that begin alike are written once, as a shell would read them: `a_{b,c}`. */
function shortList(names: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const head = name.slice(0, name.indexOf("_") + 1);
    groups.set(head, [...(groups.get(head) ?? []), name.slice(head.length)]);
  }
  const written = [...groups].flatMap(([head, ends]) =>
    ends.length < GROUP_MIN ? ends.map((end) => head + end) : [`${head}{${ends.join(",")}}`],
  );
  return written.join(", ");
}
