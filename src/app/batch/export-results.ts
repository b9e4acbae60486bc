import { isObject } from "../../base/is-object.ts";
import type { ItemPayload } from "../../core/batch/item.ts";
import type { QueueEntry } from "../../core/ports/queue.ts";
import { csvCell, escapeMarkdown } from "../../engines/citadel/report/text-formats.ts";
import type { ItemAnswer } from "./answer-item.ts";

export const EXPORT_FORMATS = ["jsonl", "csv", "md"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What of an entry is given out: the names of the JSON. */
export function entryJson({ id, state, payload, result, problem, leases, spent }: QueueEntry) {
  const { fields } = payload as unknown as ItemPayload;
  const answer = result as unknown as ItemAnswer | undefined;
  return {
    id,
    state,
    ...(answer === undefined ? {} : { answer: answer.answer, by: answer.by, lane: answer.lane }),
    ...(problem === undefined || state === "done" ? {} : { problem }),
    leases,
    cost_usd: spent.costUsd,
    usage: { input_tokens: spent.inputTokens, output_tokens: spent.outputTokens },
    item: fields,
  };
}

type EntryJson = ReturnType<typeof entryJson>;

/** Text of all entries, piece by piece, without holding them. */
export async function* exported(entries: AsyncIterable<QueueEntry>, format: ExportFormat): AsyncGenerator<string> {
  switch (format) {
    case "jsonl":
      for await (const entry of entries) yield `${JSON.stringify(entryJson(entry))}\n`;
      return;
    case "csv":
      return yield* asTable(entries, (cells) => `${cells.map(csvCell).join(",")}\r\n`, "");
    case "md":
      return yield* asTable(entries, (cells) => `| ${cells.map(markdownCell).join(" | ")} |\n`, "---");
  }
}

const OWN_COLUMNS = ["id", "state"] as const;
const LAST_COLUMNS = ["problem", "by", "cost_usd"] as const;

/** The columns of the answers are the members of the first one. @param rule  what stands below the heads; empty: nothing does */
async function* asTable(
  entries: AsyncIterable<QueueEntry>,
  line: (cells: readonly string[]) => string,
  rule: string,
): AsyncGenerator<string> {
  const waiting: EntryJson[] = [];
  let columns: readonly string[] | undefined;
  const row = (entry: EntryJson, members: readonly string[]): string => line(cellsOf(entry, members));
  for await (const raw of entries) {
    const entry = entryJson(raw);
    if (columns === undefined && entry.answer === undefined) {
      waiting.push(entry);
      continue;
    }
    if (columns === undefined) {
      const members = membersOf(entry);
      columns = members;
      yield head(columns, line, rule);
      yield* waiting.splice(0).map((early) => row(early, members));
    }
    yield row(entry, columns);
  }
  if (columns !== undefined) return;
  yield head(["answer"], line, rule);
  yield* waiting.map((early) => row(early, ["answer"]));
}

function head(columns: readonly string[], line: (cells: readonly string[]) => string, rule: string): string {
  const names = [...OWN_COLUMNS, ...columns, ...LAST_COLUMNS];
  return rule === "" ? line(names) : line(names) + line(names.map(() => rule));
}

const membersOf = ({ answer }: EntryJson): readonly string[] =>
  isObject(answer) && Object.keys(answer).length > 0 ? Object.keys(answer) : ["answer"];

function cellsOf(entry: EntryJson, columns: readonly string[]): readonly string[] {
  const { id, state, answer, problem, by, cost_usd } = entry;
  const own = columns.map((name) => cellText(isObject(answer) ? answer[name] : name === "answer" ? answer : undefined));
  return [id, state, ...own, problem ?? "", by ?? "", String(cost_usd)];
}

const cellText = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** Text, whatever a model answered: a page that is made of it asks nobody for pictures. */
const markdownCell = (text: string): string =>
  text
    .split("\n")
    .map(escapeMarkdown)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("<br>");
