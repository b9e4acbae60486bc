import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CodeIndex } from "../../../app/knowledge/code-estate.ts";
import { inertJson } from "../../../app/report/standard-streams.ts";
import { outputPath, writeOutput } from "../../../app/settings/output-path.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { graphmlPieces } from "../../../engines/citadel/report/graphml.ts";
import { pagePieces } from "../../../engines/citadel/report/html.ts";
import type { Report } from "../../../engines/citadel/report/model.ts";
import { sarifPieces } from "../../../engines/citadel/report/sarif.ts";
import { renderScip } from "../../../engines/citadel/report/scip.ts";
import { csvPieces, jsonPieces, markdownPieces } from "../../../engines/citadel/report/text-formats.ts";
import { pageParts } from "../../view/page-files.ts";
import type { CommandContext } from "../command.ts";
import { PieceWriter } from "./code-documents.ts";

export const REPORT_FORMATS = ["html", "json", "csv", "graphml", "scip", "sarif", "md"] as const;
type ReportFormat = (typeof REPORT_FORMATS)[number];
/** Formats that hold one table or all; the others are about the whole report. */
const TABLE_FORMATS: ReadonlySet<ReportFormat> = new Set<ReportFormat>(["json", "csv", "md"]);

type Rendered = string | Uint8Array | Iterable<string>;

interface ReportRequest {
  readonly path: string;
  readonly table?: "rules" | "fields";
  readonly format?: string;
  readonly output?: string;
  readonly cd?: string;
}

/** Writes the report to the file, or to standard output where that can show it. */
export async function writeReport(
  index: CodeIndex,
  request: ReportRequest,
  sync: Parameters<CodeIndex["report"]>[2],
  context: CommandContext,
): Promise<void> {
  const format = formatOf(request);
  const target = request.output === undefined ? undefined : outputPath(request.output, folderOf(request, context));
  const isBinary = format === "scip" || format === "html";
  if (target === undefined && (isBinary || (format === "csv" && request.table === undefined)))
    throw new UserError(phrase`${format} is written to a file; name it with -o.`, EXIT.usage);
  const report = await index.report(request.path, request.table, { ...sync, isPage: format === "html" });
  if (report.files.length === 0)
    throw new UserError(phrase`There is no analysed file or folder ${request.path}.`, EXIT.badInput);
  if (format === "csv" && request.table === undefined) return writeSheets(report, request, context);
  const text = await rendered(report, format, { index, version: context.version });
  if (target === undefined) return print(text, { isJson: format === "json", context });
  save(target, folderOf(request, context), text);
  context.out(phrase`Wrote ${target}\n`);
}

/** What comes in pieces goes no faster than its reader. */
async function print(text: Rendered, { isJson, context }: { isJson: boolean; context: CommandContext }): Promise<void> {
  if (typeof text === "string" || text instanceof Uint8Array) return context.out(String(text));
  const writer = new PieceWriter((piece) => (isJson ? context.data(inertJson(piece)) : context.out(piece)));
  for (const piece of text) if (writer.add(piece)) await context.taken();
  writer.end();
}

function formatOf({ format = "html", table }: ReportRequest): ReportFormat {
  const known = REPORT_FORMATS.find((name) => name === format.toLowerCase());
  if (!known)
    throw new UserError(phrase`There is no format ${format}; choose ${REPORT_FORMATS.join(", ")}.`, EXIT.usage);
  if (table !== undefined && !TABLE_FORMATS.has(known))
    throw new UserError(phrase`${table} has no format ${known}; choose ${[...TABLE_FORMATS].join(", ")}.`, EXIT.usage);
  return known;
}

async function rendered(
  report: Report,
  format: ReportFormat,
  { index, version }: { readonly index: CodeIndex; readonly version: string },
): Promise<Rendered> {
  const textOf = (path: string): string | undefined => index.textOf(path);
  switch (format) {
    case "html":
      return pagePieces(report, { ...(await pageParts("report")), textOf });
    case "json":
      return jsonPieces(report);
    case "csv":
      return report.tables[0] ? csvPieces(report.tables[0]) : "";
    case "graphml":
      return graphmlPieces(report.map);
    case "scip":
      return renderScip(report, version, textOf);
    case "sarif":
      return sarifPieces(report, version);
    case "md":
      return markdownPieces(report);
  }
}

/** One sheet a table. */
function writeSheets(report: Report, request: ReportRequest, context: CommandContext): void {
  const folder = request.output ?? ".";
  for (const table of report.tables)
    save(join(folder, `${table.id}.csv`), folderOf(request, context), csvPieces(table));
  context.out(phrase`Wrote ${report.tables.length} files to ${folder}\n`);
}

const folderOf = ({ cd = "." }: ReportRequest, { cwd }: CommandContext): string => resolve(cwd, cd);

function save(path: string, folder: string, content: Rendered): void {
  if (typeof content === "string" || content instanceof Uint8Array) return writeOutput(path, [folder], content);
  writeOutput(path, [folder], (file) => {
    const writer = new PieceWriter((piece) => writeFileSync(file, piece));
    for (const piece of content) writer.add(piece);
    writer.end();
  });
}
