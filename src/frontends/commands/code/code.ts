import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import {
  CODE_VERBS,
  type CodeIndex,
  type CodeVerb,
  type EstateRequest,
  type GraphSelection,
  graphSelection,
  openEstate,
  placeOf,
} from "../../../app/knowledge/code-estate.ts";
import type { Rooms } from "../../../app/rooms.ts";
import { outputPath, writeUntaken } from "../../../app/settings/output-path.ts";
import { didYouMean } from "../../../base/near-word.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { Lines } from "../../../engines/citadel/queries/answer.ts";
import type { Diagram } from "../../../engines/citadel/queries/flow-diagram.ts";
import {
  type CodeAnswer,
  type QueryInput,
  type QueryVerb,
  renderCodeAnswer,
} from "../../../engines/citadel/queries/run-query.ts";
import { ENCODINGS, type Encoding } from "../../../engines/text/encoding.ts";
import type { CommandContext } from "../command.ts";
import { gather, inHouse } from "../in-house.ts";
import { writeAnswer, writeGraph, writeIndex, writeUses } from "./code-documents.ts";
import { progressLine } from "./code-progress.ts";
import { REPORT_FORMATS, writeReport } from "./code-report.ts";

interface CodeFlags {
  readonly root?: string;
  readonly json?: boolean;
  readonly name?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly max?: number;
  readonly encoding?: string;
  readonly library?: readonly string[];
  readonly addDir?: readonly string[];
  readonly exclude?: readonly string[];
  readonly only?: readonly string[];
  readonly save?: string;
  readonly format?: string;
  readonly output?: string;
  readonly field?: string;
  readonly to?: string;
  readonly navigation?: boolean;
  readonly kind?: readonly string[];
  readonly from?: readonly string[];
  readonly file?: readonly string[];
  readonly diff?: string | true;
  readonly cd?: string;
}

const LIMIT_DEFAULT = 1000;

/** `waymark code VERB [PATH] [NAME…]`: structure questions answered by parsers, without a model. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument("<verb>", CODE_VERBS.join(", "))
    .argument("[words...]", "a file or folder, then names of functions, fields, programs …")
    .option("--root <folder>", "the folder whose code is looked at; the working folder by default")
    .option("--name <name>", "a function, field, program …; may be given again", gather)
    .option("--json", "print JSON")
    .option("--limit <lines>", "lines of each list", whole)
    .option("--offset <lines>", "lines of each list to pass over", whole)
    .option("--max <diagrams>", "diagrams of `sequence`", whole)
    .option("--exclude <kind>", "kind that `dead-code` leaves out; may be given again", gather)
    .option("--only <kind>", "only kind that `dead-code` shows; may be given again", gather)
    .option(
      "--library <folder>",
      "folder of copybooks that wins, or NAME=FOLDER for COPY … OF NAME; may be given again",
      gather,
    )
    .option("--add-dir <folder>", "another folder of the same estate; may be given again", gather)
    .option("--field <name>", "the field of `impact`, as --name")
    .option("--to <picture>", "the PICTURE that `impact` tries on the field: which statements lose something")
    .option(
      "--diff [commits]",
      "`impact` of what changed between two commits, A..B, or between A (HEAD by default) and the working tree",
    )
    .option("--navigation", "`impact` and `sequence` also follow XCTL and START, `impact` RETURN TRANSID")
    .option("--kind <kind>", "of `graph`: only nodes and edges of this kind; may be given again", gather)
    .option(
      "--from <name>",
      "of `graph`: only this node, by name or id, and the edges from it; may be given again",
      gather,
    )
    .option("--file <path>", "of `graph`: only what stands in this file or folder; may be given again", gather)
    .option("--encoding <name>", `encoding of all files: ${ENCODINGS.join(", ")}; detected by default`)
    .option("--save <folder>", "also write diagrams there as .mmd files")
    .option("--format <name>", `of \`report\`, \`rules\` and \`fields\`: ${REPORT_FORMATS.join(", ")}`)
    .option("-o, --output <file>", "where it is written; a folder for csv of `report`")
    .option("-C, --cd <folder>", "the working folder")
    .action((verb: string, words: readonly string[], flags: CodeFlags) => run(verb, words, flags, context));
}

async function run(verb: string, words: readonly string[], flags: CodeFlags, context: CommandContext): Promise<void> {
  const known = CODE_VERBS.find((candidate) => candidate === verb);
  if (!known)
    throw new UserError(
      phrase`code has no verb "${verb}"; ${didYouMean(verb, CODE_VERBS)}it has ${CODE_VERBS.join(", ")}.`,
      EXIT.usage,
    );
  const encoding = flags.encoding === undefined ? undefined : encodingNamed(flags.encoding);
  const { encoding: _, field, name = [], ...others } = flags;
  const question = {
    ...others,
    name: field === undefined ? name : [field, ...name],
    verb: known,
    words,
    cwd: resolve(context.cwd, flags.cd ?? "."),
  };
  if (flags.diff !== undefined && known !== "impact")
    throw new UserError(phrase`--diff is for impact; ${known} has no use for it.`, EXIT.usage);
  const part = (["kind", "from", "file"] as const).find((flag) => flags[flag] !== undefined);
  if (part !== undefined && known !== "graph")
    throw new UserError(phrase`--${part} is for graph; ${known} has no use for it.`, EXIT.usage);
  const { root, input } = placeOf(question);
  const asked = { ...question, ...(encoding === undefined ? {} : { encoding }) };
  await inHouse(context, { cd: root }, async (house) => {
    if (flags.diff !== undefined) return await showDiff(house, asked, { input, flags, context });
    const index = openEstate(house, { ...asked, isAlone: true });
    const selection = known === "graph" ? graphSelection(flags, root, question) : {};
    await ask(index, known, input, { flags, selection, context });
  });
}

async function showDiff(
  rooms: Rooms,
  question: EstateRequest,
  { input, flags, context }: { input: QueryInput; flags: CodeFlags; context: CommandContext },
): Promise<void> {
  const progress = progressLine(context.error);
  const range = flags.diff === true ? "" : String(flags.diff);
  try {
    const sync = { signal: new AbortController().signal, progress: progress.show };
    const { diffImpact } = await import("../../../app/knowledge/code-diff.ts");
    show(await diffImpact(rooms, { ...question, range, path: input.path }, sync), "impact", { flags, context });
  } finally {
    progress.end();
  }
}

async function ask(
  index: CodeIndex,
  verb: CodeVerb,
  input: QueryInput,
  { flags, selection, context }: { flags: CodeFlags; selection: GraphSelection; context: CommandContext },
): Promise<void> {
  const progress = progressLine(context.error);
  const sync = { signal: new AbortController().signal, progress: progress.show };
  try {
    if (verb === "graph") return await writeGraph(index.graphParts(selection, sync), flags.json === true, context);
    if (verb === "index") return writeIndex(await index.sync(sync), flags.json === true, context);
    if (verb === "uses") return await writeUses(index.uses(input, sync), flags.json === true, context);
    if (verb === "report") return await writeReport(index, { path: input.path, ...flags }, sync, context);
    const isTable = verb === "rules" || verb === "fields";
    if (isTable && flags.format !== undefined)
      return await writeReport(index, { path: input.path, table: verb, ...flags }, sync, context);
    await answer(index, verb, input, { flags, sync, context });
  } finally {
    progress.end();
  }
}

async function answer(
  index: CodeIndex,
  verb: QueryVerb,
  input: QueryInput,
  { flags, sync, context }: { flags: CodeFlags; sync: Parameters<CodeIndex["answer"]>[2]; context: CommandContext },
): Promise<void> {
  show(await index.answer(verb, input, sync), verb, { flags, context });
}

function show(
  result: CodeAnswer<Lines>,
  verb: QueryVerb,
  { flags, context }: { flags: CodeFlags; context: CommandContext },
): void {
  if (result.kind === "failure")
    throw new UserError(phrase`${result.message.trim().replace(/(?<![.?])$/, ".")}`, EXIT.badInput);
  const page = { offset: flags.offset ?? 0, limit: flags.limit ?? LIMIT_DEFAULT };
  const asJson = flags.json === true;
  if (result.kind === "answer") return writeAnswer(result.answer, { verb, page, asJson }, context);
  const saved =
    flags.save !== undefined && result.kind === "diagrams"
      ? save(result.diagrams, verb, [context.cwd, outputPath(flags.save, context.cwd)])
      : [];
  if (asJson) context.json({ verb, ...result, ...(saved.length > 0 && { saved }) });
  else context.out(renderCodeAnswer(result, page) + saved.map((path) => `Saved ${path}\n`).join(""));
}

function encodingNamed(name: string): Encoding {
  const found = ENCODINGS.find((encoding) => encoding === name.toLowerCase());
  if (!found) throw new UserError(phrase`There is no encoding ${name}; choose ${ENCODINGS.join(", ")}.`, EXIT.usage);
  return found;
}

function whole(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("a whole number is wanted");
}

/** Writes each diagram under a name that is not taken. */
function save(diagrams: readonly Diagram[], verb: string, [cwd, folder]: readonly [string, string]): string[] {
  return diagrams.map(({ title, mermaid }) => {
    const stem = `${verb}-${title.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "")}`;
    const nameOf = (count: number): string => `${stem}${count === 1 ? "" : `-${count}`}.mmd`;
    return writeUntaken(folder, [cwd, folder], nameOf, { content: `${mermaid.trimEnd()}\n` });
  });
}
