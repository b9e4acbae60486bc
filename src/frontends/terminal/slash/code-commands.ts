import { partedWords } from "../../../base/parted-words.ts";
import { words, wordsFor } from "../words/words.ts";
import type { BuiltInCommand, SlashContext } from "./slash-command.ts";

interface CodeCommand {
  readonly name: string;
  readonly verb: string;
  readonly tool: string;
  readonly argument: string;
  /** The tool's input from the words after the name; a text says how it is used. */
  input(words: readonly string[]): Readonly<Record<string, unknown>> | string;
}

const oneFile =
  (name: string) =>
  ([path]: readonly string[]): Readonly<Record<string, unknown>> | string =>
    path === undefined ? words("code.giveFile", { name }) : { path };

const oneName =
  (name: string) =>
  ([wanted, file]: readonly string[]): Readonly<Record<string, unknown>> | string =>
    wanted === undefined
      ? words("code.giveName", { name })
      : { name: wanted, ...(file === undefined ? {} : { path: file }) };

const folderOrFile = (words: readonly string[]): Readonly<Record<string, unknown>> => ({ path: words[0] ?? "." });

/** Questions that parsers answer, with no model. `verb` is the word of `waymark code`. */
const QUESTIONS: readonly CodeCommand[] = [
  {
    name: "analyze",
    verb: "analyze",
    tool: "citadel_analyze_file",
    argument: "FILE",
    input: oneFile("analyze"),
  },
  {
    name: "functions",
    verb: "functions",
    tool: "citadel_get_functions",
    argument: "FILE",
    input: oneFile("functions"),
  },
  {
    name: "callers",
    verb: "callers",
    tool: "citadel_get_callers",
    argument: "FILE NAME",
    input: ([file, name]) =>
      file === undefined ? words("code.giveCalled") : name === undefined ? { name: file } : { path: file, name },
  },
  {
    name: "flow",
    verb: "flow",
    tool: "citadel_get_flow_diagram",
    argument: "FILE [PARAGRAPH]",
    input: ([file, paragraph]) =>
      file === undefined
        ? words("code.giveFlow")
        : { path: file, ...(paragraph === undefined ? {} : { name: paragraph }) },
  },
  {
    name: "dead",
    verb: "dead-code",
    tool: "citadel_get_dead_code",
    argument: "[PATH]",
    input: folderOrFile,
  },
  {
    name: "sequence",
    verb: "sequence",
    tool: "citadel_get_sequence_diagrams",
    argument: "[PATH]",
    input: folderOrFile,
  },
  {
    name: "impact",
    verb: "impact",
    tool: "citadel_impact",
    argument: "NAME",
    input: oneName("impact"),
  },
];

/** Those that are asked for as `/citadel VERB` only. */
const MORE_QUESTIONS: readonly CodeCommand[] = [
  ...(
    [
      ["callouts", "citadel_get_callouts"],
      ["jobs", "citadel_jobs"],
      ["screens", "citadel_screens"],
    ] as const
  ).map(([verb, tool]) => ({
    ...{ name: verb, verb, tool, argument: "[PATH]" },
    input: folderOrFile,
  })),
  ...(
    [
      ["crud", "citadel_crud"],
      ["rules", "citadel_rules"],
    ] as const
  ).map(([verb, tool]) => ({
    ...{ name: verb, verb, tool, argument: "[NAME …]" },
    input: (names: readonly string[]) => ({ path: ".", ...(names.length === 0 ? {} : { names }) }),
  })),
  ...(
    [
      ["includes", "citadel_get_includes"],
      ["stats", "citadel_get_file_stats"],
      ["summary", "citadel_get_file_summary"],
      ["fields", "citadel_fields"],
      ["patterns", "citadel_get_analysis_patterns"],
    ] as const
  ).map(([verb, tool]) => ({
    ...{ name: verb, verb, tool, argument: "FILE" },
    input: oneFile(`citadel ${verb}`),
  })),
  {
    name: "lineage",
    verb: "lineage",
    tool: "citadel_lineage",
    argument: "NAME",
    input: oneName("citadel lineage"),
  },
  {
    name: "body",
    verb: "body",
    tool: "citadel_get_function_body",
    argument: "FILE NAME",
    input: ([file, name]) => (file === undefined || name === undefined ? words("code.giveBoth") : { path: file, name }),
  },
  {
    name: "bodies",
    verb: "bodies",
    tool: "citadel_get_function_bodies",
    argument: "FILE NAME NAME …",
    input: ([file, ...names]) =>
      file === undefined || names.length === 0 ? words("code.giveNames") : { path: file, names },
  },
];

const BY_VERB: ReadonlyMap<string, CodeCommand> = new Map(
  [...QUESTIONS, ...MORE_QUESTIONS].flatMap((question) => [
    [question.verb, question],
    [question.name, question],
  ]),
);

const VERBS: readonly string[] = [...new Set([...BY_VERB.values()].map(({ verb }) => verb))];

/** Files where the question takes one at this place; a name is written out, and no file stands in its way. */
async function completeWord(argument: string, typed: string, context: SlashContext): Promise<readonly string[]> {
  const before = typed.slice(0, typed.lastIndexOf(" ") + 1);
  const kind = argument.split(" ")[partedWords(before).length] ?? "";
  if (!/^\[?(?:FILE|PATH)\b/.test(kind)) return [];
  return (await context.findFiles(typed.slice(before.length))).map((path) => `${before}${path}`);
}

function ask({ name, tool, input }: CodeCommand, typed: string, { agent, warn, runTool }: SlashContext): void {
  if (!agent.toolNames.includes(tool)) return warn(words("code.none", { name }));
  const made = input(partedWords(typed));
  if (typeof made === "string") return warn(made);
  runTool(tool, made, { isExpanded: true });
}

export const CODE_COMMANDS: readonly BuiltInCommand[] = [
  ...QUESTIONS.map(
    (question): BuiltInCommand => ({
      name: question.name,
      argument: question.argument,
      complete: (typed, context) => completeWord(question.argument, typed, context),
      run: (typed, context) => ask(question, typed, context),
    }),
  ),
  {
    name: "citadel",
    aliases: ["code"],
    argument: "VERB [FILE|NAME …]",
    whileRunning: (argument) => argument === "",
    async complete(typed, context) {
      const [, verb, rest] = /^(\S+) +(.*)$/.exec(typed) ?? [];
      if (verb === undefined) return VERBS;
      const values = await completeWord(BY_VERB.get(verb)?.argument ?? "", rest ?? "", context);
      return values.map((value) => `${verb} ${value}`);
    },
    run(typed, context) {
      const [, verb = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(typed) ?? [];
      if (verb === "")
        return context.say(
          VERBS.map((name) => {
            const { argument = "" } = BY_VERB.get(name) ?? {};
            return `- \`/citadel ${name} ${argument}\` ${wordsFor(`code.${name}`) ?? ""}`;
          }).join("\n"),
        );
      const question = BY_VERB.get(verb);
      if (!question) return context.warn(words("code.unknown", { verb, verbs: VERBS.join(", ") }));
      ask(question, rest, context);
    },
  },
];
