import type { CodeIndex } from "../../../app/knowledge/code-estate.ts";
import { inertJson } from "../../../app/report/standard-streams.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { type Answer, answerParts, type Lines, type Page } from "../../../engines/citadel/queries/answer.ts";
import type { FileUses } from "../../../engines/citadel/queries/file-uses.ts";
import type { QueryVerb } from "../../../engines/citadel/queries/run-query.ts";
import type { CommandContext } from "../command.ts";

/** What is said of a whole estate does not fit into one string: it is written in pieces of about this length. */
const PIECE_CHARACTERS = 64 * 1024;

type GraphParts = ReturnType<CodeIndex["graphParts"]>;
type Part = GraphParts extends AsyncGenerator<infer Item> ? Item : never;
type KnownParts = AsyncGenerator<Exclude<Part, { readonly list: "strange" }>>;

/** The graph as the one JSON document of the contract, written as it comes, or what it holds in numbers. */
export async function writeGraph(given: GraphParts, asJson: boolean, context: CommandContext): Promise<void> {
  const parts = ofKnownNames(given);
  if (!asJson) return writeCounts(parts, context);
  const writer = new PieceWriter((text) => context.data(text));
  let list = "";
  let between = "";
  for await (const part of parts) {
    if (part.list !== list) {
      writer.add(`${list === "" ? "{" : "],"}${JSON.stringify(part.list)}:[`);
      between = "";
    }
    list = part.list;
    for (const item of part.items) {
      if (writer.add(between + inertJson(JSON.stringify(item)))) await context.taken();
      between = ",\n";
    }
  }
  writer.add("]}\n");
  writer.end();
}

/** @throws {UserError} where the graph is to begin at a name that it has not: nothing of it has come then */
async function* ofKnownNames(parts: GraphParts): KnownParts {
  for await (const part of parts) {
    if (part.list !== "strange") {
      yield part;
      continue;
    }
    const [first] = part.items;
    const near = first?.near === undefined ? "" : phrase` Did you mean ${first.near}?`;
    throw new UserError(phrase`${first?.name ?? ""} is not known: no node has that name.${near}`, EXIT.badInput);
  }
}

interface AnswerShown {
  readonly verb: QueryVerb;
  readonly page: Page;
  readonly asJson: boolean;
}

/** An answer as Markdown or as the one JSON document of the contract, section by section. */
export function writeAnswer(answer: Answer<Lines>, { verb, page, asJson }: AnswerShown, context: CommandContext): void {
  const writer = new PieceWriter((text) => (asJson ? context.data(text) : context.out(text)));
  for (const part of asJson ? jsonParts(verb, answer, page) : answerParts(answer, page)) writer.add(part);
  writer.end();
}

/** Lists are cut to the page and say how much they hold in all. */
function* jsonParts(verb: QueryVerb, answer: Answer<Lines>, page: Page): Generator<string> {
  const { title, values, sections, notes } = answer;
  const head = JSON.stringify({ verb, kind: "answer", title, values: Object.fromEntries(values) });
  yield inertJson(`${head.slice(0, -1)},"sections":[`);
  let between = "";
  for (const { heading, lines } of sections) {
    const shown = lines.slice(page.offset, page.offset + page.limit);
    yield between + inertJson(JSON.stringify({ heading, total: lines.length, lines: shown }));
    between = ",";
  }
  yield inertJson(`],"notes":${JSON.stringify(notes)}}\n`);
}

/** Writes small pieces together. */
export class PieceWriter {
  private readonly write: (text: string) => void;
  private held: string[] = [];
  private length = 0;

  constructor(write: (text: string) => void) {
    this.write = write;
  }

  /** @returns whether something was written */
  add(piece: string): boolean {
    this.held.push(piece);
    this.length += piece.length;
    const isFull = this.length > PIECE_CHARACTERS;
    if (isFull) this.end();
    return isFull;
  }

  end(): void {
    if (this.length > 0) this.write(this.held.join(""));
    this.held = [];
    this.length = 0;
  }
}

async function writeCounts(parts: KnownParts, context: CommandContext): Promise<void> {
  const kinds = { nodes: new Map<string, number>(), edges: new Map<string, number>() };
  let [files, unresolved] = [0, 0];
  for await (const part of parts) {
    if (part.list === "files") files += part.items.length;
    if (part.list === "edges") unresolved += part.items.filter(({ resolved }) => resolved === "unresolved").length;
    if (part.list !== "nodes" && part.list !== "edges") continue;
    const found = kinds[part.list];
    for (const { kind } of part.items) found.set(kind, (found.get(kind) ?? 0) + 1);
  }
  context.out(`${counts("Nodes", kinds.nodes)}${counts("Edges", kinds.edges)}`);
  context.out(phrase`Files: ${files}\nUnresolved edges: ${unresolved}\n\nThe whole graph is printed with --json.\n`);
}

function counts(title: string, found: ReadonlyMap<string, number>): string {
  const rows = [...found].sort((left, right) => right[1] - left[1]).map(([kind, count]) => `  ${kind}: ${count}`);
  const total = [...found.values()].reduce((sum, count) => sum + count, 0);
  return `${title}: ${total}\n${rows.join("\n")}\n\n`;
}

/** What the index holds after it was brought in step, and what could not be read. */
export function writeIndex(
  report: Awaited<ReturnType<CodeIndex["sync"]>>,
  asJson: boolean,
  context: CommandContext,
): void {
  if (asJson) return context.json(report);
  const languages = Object.entries(report.languages)
    .sort((left, right) => right[1] - left[1])
    .map(([language, files]) => `  ${language}: ${files}`);
  const problems = report.problems.map(({ path, message }) => `  ${path}: ${message}`);
  const rows = [
    `Files: ${report.files}, ${report.lines} lines`,
    ...languages,
    `Parsed now: ${report.parsed}, by worker threads: ${report.parsedByWorkers}; gone: ${report.gone}`,
    ...(problems.length > 0 ? [`Problems: ${problems.length}`, ...problems] : []),
  ];
  context.out(`${rows.join("\n")}\n`);
}

/** Every use of a data item and operation on a file, as the one JSON document of the contract or as lines; written file by file. */
export async function writeUses(
  files: AsyncIterable<FileUses>,
  asJson: boolean,
  context: CommandContext,
): Promise<void> {
  const operations: string[] = [];
  let opening = '{"programs":{';
  let isEmpty = true;
  for await (const { path, uses, operations: rows } of files) {
    await context.taken();
    isEmpty &&= uses.length + rows.length === 0;
    if (asJson) {
      context.data(inertJson(`${opening}${JSON.stringify(path)}:${JSON.stringify(uses)}`));
      operations.push(`${JSON.stringify(path)}:${JSON.stringify(rows)}`);
      opening = ",\n";
      continue;
    }
    for (const [item, file, line, access] of uses) context.out(`${file ?? path}:${line} ${access} ${item}\n`);
    for (const [select, operation, file, line, assign] of rows)
      context.out(`${file ?? path}:${line} ${operation} ${select} (${assign})\n`);
  }
  if (!asJson && isEmpty)
    context.error(
      phrase`waymark: no use of a data item was found; \`waymark code callers\` asks about functions and programs.\n`,
    );
  if (asJson) context.data(inertJson(`${opening === ",\n" ? "" : opening}},"crud":{${operations.join(",\n")}}}\n`));
}
