import type { SlashCommand, SlashContext } from "./slash-command.ts";

interface CodeCommand {
  readonly name: string;
  readonly tool: string;
  readonly summary: string;
  readonly argument: string;
  /** The tool's input from the words after the name; a text says how it is used. */
  input(words: readonly string[]): Readonly<Record<string, unknown>> | string;
}

const oneFile =
  (name: string, key: "file_path" | "path") =>
  (words: readonly string[]): Readonly<Record<string, unknown>> | string =>
    words[0] === undefined ? `Give a file: /${name} FILE` : { [key]: words[0] };

const folderOrFile = (words: readonly string[]): Readonly<Record<string, unknown>> => ({ path: words[0] ?? "." });

/** Questions that parsers answer, with no model. */
const QUESTIONS: readonly CodeCommand[] = [
  {
    name: "analyze",
    tool: "citadel_analyze_file",
    summary: "what a file holds and what it is tied to",
    argument: "FILE",
    input: oneFile("analyze", "file_path"),
  },
  {
    name: "functions",
    tool: "citadel_get_functions",
    summary: "programs, paragraphs and functions of a file",
    argument: "FILE",
    input: oneFile("functions", "file_path"),
  },
  {
    name: "callers",
    tool: "citadel_get_callers",
    summary: "who performs, calls or uses something",
    argument: "FILE NAME",
    input: ([file, name]) =>
      file === undefined
        ? "Give what is called: /callers FILE NAME, or only a NAME"
        : name === undefined
          ? { function_name: file }
          : { file_path: file, function_name: name },
  },
  {
    name: "flow",
    tool: "citadel_get_flow_diagram",
    summary: "the flow of control of a file as a diagram",
    argument: "FILE",
    input: oneFile("flow", "file_path"),
  },
  {
    name: "dead",
    tool: "citadel_get_dead_code",
    summary: "what nothing reaches",
    argument: "[PATH]",
    input: folderOrFile,
  },
  {
    name: "sequence",
    tool: "citadel_get_sequence_diagrams",
    summary: "chains of calls as diagrams",
    argument: "[PATH]",
    input: folderOrFile,
  },
  {
    name: "impact",
    tool: "citadel_impact",
    summary: "what a change of something would reach",
    argument: "NAME",
    input: ([name]) => (name === undefined ? "Give a name: /impact NAME" : { name }),
  },
];

export const CODE_COMMANDS: readonly SlashCommand[] = QUESTIONS.map(({ name, tool, summary, argument, input }) => ({
  name,
  summary,
  argument,
  complete: (typed: string, context: SlashContext) => context.findFiles(typed),
  run(typed: string, { agent, warn, runTool }: SlashContext) {
    if (!agent.toolNames.includes(tool))
      return warn(`/${name} needs code that its parsers understand; this folder has none.`);
    const made = input(typed.split(/\s+/).filter(Boolean));
    if (typeof made === "string") return warn(made);
    runTool(tool, made, { isExpanded: true });
  },
}));
