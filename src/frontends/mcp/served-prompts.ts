import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";

interface ServedPrompt {
  readonly name: string;
  readonly description: string;
  /** What the question is about; one argument each, all required. */
  readonly about: Readonly<Record<string, string>>;
  text(about: Readonly<Record<string, string>>): string;
}

/** Questions that come up with a code base that nobody knows any more. */
const PROMPTS: readonly ServedPrompt[] = [
  {
    name: "explain",
    description: "What a file or folder does, from the facts of parsers",
    about: { path: "a file or folder" },
    text: ({ path }) =>
      `Explain what ${path} does. Ask citadel_get_file_summary and citadel_analyze_file first and cite lines as path:line; where they leave something open, read the lines before you claim it.`,
  },
  {
    name: "impact",
    description: "What a change of a field, copybook, table, dataset or program would reach",
    about: { name: "what would change" },
    text: ({ name }) =>
      `What would a change of ${name} reach? Ask citadel_impact and citadel_get_callers, go on until nothing new appears, and list every place with the line that proves it.`,
  },
  {
    name: "dead-code",
    description: "What nothing reaches, and what only looks so",
    about: { path: "a file or folder" },
    text: ({ path }) =>
      `What in ${path} can be removed? Ask citadel_get_dead_code, and keep apart what is proven dead and what only looks it, with the reason of each.`,
  },
  {
    name: "lineage",
    description: "Where the value of a field comes from and goes to",
    about: { name: "a field" },
    text: ({ name }) =>
      `Where does the value of ${name} come from and where does it go? Ask citadel_lineage and follow each step with its line.`,
  },
];

export function listPrompts(): Prompt[] {
  return PROMPTS.map(({ name, description, about }) => ({
    name,
    description,
    arguments: Object.entries(about).map(([argument, what]) => ({ name: argument, description: what, required: true })),
  }));
}

/** @returns undefined when there is no such prompt, and the name of the argument that is missing */
export function promptNamed(
  name: string,
  given: Readonly<Record<string, string>> = {},
): GetPromptResult | { readonly missing: string } | undefined {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined) return undefined;
  const missing = Object.keys(prompt.about).find((argument) => !given[argument]);
  if (missing !== undefined) return { missing };
  const text = prompt.text(given);
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}
