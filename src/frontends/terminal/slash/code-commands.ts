import { words } from "./knowledge-commands.ts";
import type { SlashCommand, SlashContext } from "./slash-command.ts";

interface CodeCommand {
  readonly name: string;
  readonly verb: string;
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

const oneName =
  (name: string) =>
  ([wanted, file]: readonly string[]): Readonly<Record<string, unknown>> | string =>
    wanted === undefined
      ? `Give a name: /${name} NAME`
      : { name: wanted, ...(file === undefined ? {} : { file_path: file }) };

const folderOrFile = (words: readonly string[]): Readonly<Record<string, unknown>> => ({ path: words[0] ?? "." });

/** Questions that parsers answer, with no model. `verb` is the word of `waymark code`. */
const QUESTIONS: readonly CodeCommand[] = [
  {
    name: "analyze",
    verb: "analyze",
    tool: "citadel_analyze_file",
    summary: "what a file holds and what it is tied to",
    argument: "FILE",
    input: oneFile("analyze", "file_path"),
  },
  {
    name: "functions",
    verb: "functions",
    tool: "citadel_get_functions",
    summary: "programs, paragraphs and functions of a file",
    argument: "FILE",
    input: oneFile("functions", "file_path"),
  },
  {
    name: "callers",
    verb: "callers",
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
    verb: "flow",
    tool: "citadel_get_flow_diagram",
    summary: "the flow of control of a file as a diagram",
    argument: "FILE [PARAGRAPH]",
    input: ([file, paragraph]) =>
      file === undefined
        ? "Give a file: /flow FILE"
        : { file_path: file, ...(paragraph === undefined ? {} : { paragraph }) },
  },
  {
    name: "dead",
    verb: "dead-code",
    tool: "citadel_get_dead_code",
    summary: "what nothing reaches",
    argument: "[PATH]",
    input: folderOrFile,
  },
  {
    name: "sequence",
    verb: "sequence",
    tool: "citadel_get_sequence_diagrams",
    summary: "chains of calls as diagrams",
    argument: "[PATH]",
    input: folderOrFile,
  },
  {
    name: "impact",
    verb: "impact",
    tool: "citadel_impact",
    summary: "what a change of something would reach",
    argument: "NAME",
    input: oneName("impact"),
  },
];

/** Those that are asked for as `/citadel VERB` only. */
const MORE_QUESTIONS: readonly CodeCommand[] = [
  ...(
    [
      ["callouts", "citadel_get_callouts", "what a file calls, reads and writes"],
      ["jobs", "citadel_jobs", "which job runs which program on which dataset"],
      ["screens", "citadel_screens", "maps and who shows them"],
    ] as const
  ).map(([verb, tool, summary]) => ({
    ...{ name: verb, verb, tool, summary, argument: "[PATH]" },
    input: folderOrFile,
  })),
  ...(
    [
      ["includes", "citadel_get_includes", "copybooks and imports of a file"],
      ["stats", "citadel_get_file_stats", "size and shape of a file"],
      ["summary", "citadel_get_file_summary", "a file in a few lines"],
      ["patterns", "citadel_get_analysis_patterns", "which known patterns a file shows"],
    ] as const
  ).map(([verb, tool, summary]) => ({
    ...{ name: verb, verb, tool, summary, argument: "FILE" },
    input: oneFile(`citadel ${verb}`, "file_path"),
  })),
  {
    name: "lineage",
    verb: "lineage",
    tool: "citadel_lineage",
    summary: "where a field's value comes from and goes to",
    argument: "NAME",
    input: oneName("citadel lineage"),
  },
  {
    name: "body",
    verb: "body",
    tool: "citadel_get_function_body",
    summary: "the source of a paragraph or function",
    argument: "FILE NAME",
    input: ([file, name]) =>
      file === undefined || name === undefined
        ? "Give both: /citadel body FILE NAME"
        : { file_path: file, function_name: name },
  },
  {
    name: "bodies",
    verb: "bodies",
    tool: "citadel_get_function_bodies",
    summary: "the sources of several",
    argument: "FILE NAME NAME …",
    input: ([file, ...names]) =>
      file === undefined || names.length === 0
        ? "Give a file and names: /citadel bodies FILE NAME NAME"
        : { file_path: file, function_names: names },
  },
];

const BY_VERB: ReadonlyMap<string, CodeCommand> = new Map(
  [...QUESTIONS, ...MORE_QUESTIONS].flatMap((question) => [
    [question.verb, question],
    [question.name, question],
  ]),
);

const VERBS: readonly string[] = [...new Set([...BY_VERB.values()].map(({ verb }) => verb))];

function ask({ name, tool, input }: CodeCommand, typed: string, { agent, warn, runTool }: SlashContext): void {
  if (!agent.toolNames.includes(tool))
    return warn(`/${name} needs code that its parsers understand; this folder has none.`);
  const made = input(words(typed));
  if (typeof made === "string") return warn(made);
  runTool(tool, made, { isExpanded: true });
}

export const CODE_COMMANDS: readonly SlashCommand[] = [
  ...QUESTIONS.map(
    (question): SlashCommand => ({
      name: question.name,
      summary: question.summary,
      argument: question.argument,
      complete: (typed, context) => context.findFiles(typed),
      run: (typed, context) => ask(question, typed, context),
    }),
  ),
  {
    name: "citadel",
    aliases: ["code"],
    summary: "asks the parsers, without a model",
    argument: "VERB [FILE|NAME …]",
    async complete(typed, context) {
      const [, verb, rest] = /^(\S+) +(.*)$/.exec(typed) ?? [];
      if (verb === undefined) return VERBS;
      return (await context.findFiles(rest ?? "")).map((path) => `${verb} ${path}`);
    },
    run(typed, context) {
      const [, verb = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(typed) ?? [];
      if (verb === "")
        return context.say(
          VERBS.map((name) => {
            const { argument, summary } = BY_VERB.get(name) ?? { argument: "", summary: "" };
            return `- \`/citadel ${name} ${argument}\` ${summary}`;
          }).join("\n"),
        );
      const question = BY_VERB.get(verb);
      if (!question) return context.warn(`There is no question "${verb}"; there are ${VERBS.join(", ")}.`);
      ask(question, rest, context);
    },
  },
];
