import type { Workspace } from "../../core/ports/workspace.ts";
import { type ToolContext, ToolFailure, type ToolOutput } from "../../core/tool.ts";
import { maskAcross, secretsAcrossLines } from "../../engines/secrets/across-lines.ts";
import { decodeFile, type FileText } from "../../engines/text/file-text.ts";
import { defineTool } from "../define-tool.ts";
import { isPdf, officeKind, pageRange, pdfLines } from "./document-text.ts";
import { namesakes } from "./namesakes.ts";

const LINES_DEFAULT = 2000;
const LINE_CHARACTERS_MAX = 2000;
const CHARACTERS_A_TOKEN = 4;
/** One page, whatever is asked for: it is shown whole. */
const PAGE_CHARACTERS_MAX = 200_000;
/** More text than this is read in pieces: to decode and part all of it takes seconds and gigabytes. An editor holds no larger one unsaved. */
export const WHOLE_TEXT_BYTES_MAX = 5_000_000;
/** What a workspace gives at once: to count the lines of more would take minutes, of a file without content for ever. */
const LARGE_TEXT_BYTES_MAX = 100 * 1024 * 1024;

export const readFile = defineTool({
  name: "read_file",
  description:
    "Reads a file with line numbers: limit lines from the line offset. Shows pictures; reads PDFs and notebooks as text.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string" },
      offset: { type: "integer", minimum: 1 },
      limit: { type: "integer", minimum: 1, default: LINES_DEFAULT },
      pages: { type: "string", description: "of a PDF: 7 or 3-9", untold: true },
      center: { type: "integer", minimum: 1, untold: true },
      context: { type: "integer", minimum: 0, default: 20, untold: true },
      max_tokens: { type: "integer", minimum: 100, default: 12_000, untold: true },
    },
    required: ["path"],
  },
  prepare: async (input, { workspace }) => ({ ...input, ...(await citedLines(input, workspace)) }),
  intent: ({ path }) => ({ accesses: [{ kind: "read", path }], display: { kind: "text", text: `Read ${path}` } }),
  async run(input, context) {
    const { workspace } = context;
    const large = await largeLines(input, context);
    if (large !== undefined) return large;
    const bytes = await bytesOf(input.path, workspace);
    const path = workspace.show(input.path);
    const read = await readable(path, bytes, { ...context, pages: input.pages });
    if ("picture" in read) return read.picture;
    const { decoded, note } = read;
    const isMasked = workspace.isSecret(input.path);
    // A page may begin behind the line that tells what follows.
    const lines = splitLines(
      isMasked ? await masked(path, decoded.text) : maskAcross(decoded.text, secretsAcrossLines(decoded.text)),
    );
    const { first, last } = chooseRange(input, lines.length, path);
    const wanted = lines.slice(first - 1, last).map((text) => ({ text, length: text.length }));
    const page = { path, first, charactersMax: charactersFor(input, context) };
    return await shownLines(wanted, page, (until) => [
      note ?? "",
      isMasked ? "a file of secrets: its values are masked" : "",
      decoded.encoding === "utf-8" && !decoded.bom
        ? ""
        : `encoding ${decoded.encoding}${decoded.bom ? " with BOM" : ""}`,
      first === 1 && until === lines.length ? "" : rangeNote(first, until, lines.length),
      lines.length === 0 ? "empty file" : "",
    ]);
  },
});

/** A path with lines behind it, as places are cited, where no file has that name: one line is shown with what stands around it. */
async function citedLines({ path, offset }: Pick<Asked, "path" | "offset">, workspace: Workspace) {
  const [, file, from, to] = /^(.+?)(?::|#L)(\d+)(?:-L?(\d+))?$/.exec(path) ?? [];
  if (file === undefined || offset !== undefined) return {};
  if ((await workspace.stat(path).catch(() => null)) !== undefined) return {};
  const first = Math.max(1, Number(from));
  if (to === undefined) return { path: file, center: first };
  return { path: file, offset: first, limit: Math.max(1, Number(to) - first + 1) };
}

/** @throws {ToolFailure} for what cannot be read; of what is not there with files that may be meant */
async function bytesOf(path: string, workspace: Workspace): Promise<Uint8Array> {
  try {
    return await workspace.readBytes(path);
  } catch (error) {
    const isThere = (await workspace.stat(path).catch(() => null)) !== undefined;
    const meant = isThere || !(error instanceof ToolFailure) ? "" : await namesakes(path, workspace);
    if (meant === "") throw error;
    throw new ToolFailure(`${workspace.show(path)} cannot be read: it does not exist.${meant}`, { cause: error });
  }
}

interface Asked {
  readonly path: string;
  readonly offset?: number;
  readonly limit: number;
  readonly center?: number;
  readonly context: number;
  readonly max_tokens: number;
}

function charactersFor({ max_tokens: tokens }: Asked, { resultCharsMax = PAGE_CHARACTERS_MAX }: ToolContext): number {
  return Math.min(tokens * CHARACTERS_A_TOKEN, PAGE_CHARACTERS_MAX, resultCharsMax);
}

/** Of a text that is too large to be parted whole, the lines that are asked for; undefined for any other file. */
async function largeLines(input: Asked, context: ToolContext): Promise<ToolOutput | undefined> {
  const { workspace } = context;
  const stat = await workspace.stat(input.path);
  // What is no plain file, or too large for any, is refused where it is opened; secrets are masked by all that stands around them.
  if (stat?.kind !== "file" || stat.sizeBytes <= WHOLE_TEXT_BYTES_MAX || stat.sizeBytes > LARGE_TEXT_BYTES_MAX)
    return undefined;
  const { isPlainNotebook, linesOfLarge } = await import("./large-text.ts");
  if (input.path.endsWith(".ipynb") && isPlainNotebook(await workspace.readBytes(input.path))) return undefined;
  const path = workspace.show(input.path);
  if (workspace.isSecret(input.path))
    throw new ToolFailure(`${path} may hold secrets, and of ${WHOLE_TEXT_BYTES_MAX / 1e6} MB they are not masked.`);
  const window = { ...chooseRange(input, Number.MAX_SAFE_INTEGER, path), charactersMax: charactersFor(input, context) };
  const large = await linesOfLarge(workspace, { ...stat, path: input.path, signal: context.signal }, window);
  if (large === undefined) return undefined;
  const { total, encoding } = large;
  const { first } = chooseRange(input, total, path);
  const lines = large.lines.map(({ text, sizeBytes }) => ({ text, length: Math.max(text.length, sizeBytes) }));
  return await shownLines(lines, { path, first, charactersMax: window.charactersMax }, (until) => [
    encoding === "utf-8" ? "" : `encoding ${encoding}`,
    rangeNote(first, until, total),
  ]);
}

type Readable = { readonly decoded: FileText; readonly note?: string } | { readonly picture: ToolOutput };

/** The text of a file, of whatever kind; or the picture that it is. @throws {ToolFailure} for what is neither */
async function readable(
  path: string,
  bytes: Uint8Array,
  { documents, signal, pages }: ToolContext & { readonly pages: string | undefined },
): Promise<Readable> {
  if (isPdf(bytes)) {
    const range = pageRange(pages);
    return { decoded: asText(pdfLines(path, await documents.pdf(bytes, range, signal), range.from)) };
  }
  const decoded = decodeFile(bytes);
  if (decoded.kind !== "binary") {
    const cells = path.endsWith(".ipynb") ? await cellsText(decoded.text) : undefined;
    if (cells === undefined) return { decoded };
    return { decoded: asText(cells), note: "a notebook: edit_notebook changes a cell by its number" };
  }
  const picture = await documents.picture(bytes);
  if (picture.kind === "refused") throw new ToolFailure(`${path} (${picture.facts}) cannot be shown: ${picture.why}.`);
  if (picture.kind === "none") {
    const office = officeKind(bytes)?.replace("FILE", path);
    throw new ToolFailure(
      office === undefined
        ? `${path} is binary (${bytes.length} bytes). Use shell with file, xxd or strings.`
        : `${path} is ${office}; its text is not guessed here.`,
    );
  }
  const text = `${path} is a picture: ${picture.facts}.`;
  return { picture: { text, images: [picture.image], display: { kind: "text", text } } };
}

async function cellsText(text: string): Promise<string | undefined> {
  const { notebookText } = await import("../../engines/text/notebook.ts");
  return notebookText(text);
}

function asText(text: string): FileText {
  return { kind: "text", text, encoding: "utf-8", bom: false, recordLength: undefined, usesNewLine: false };
}

/** Names and structure stay, values do not. A file that only leads to secrets is treated like one that is named so. */
async function masked(path: string, text: string): Promise<string> {
  const { maskSecretFile } = await import("../../engines/secrets/mask-secret-file.ts");
  const own = maskSecretFile(path, text);
  return own === text ? maskSecretFile(".env", text) : own;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

function chooseRange(
  input: { readonly offset?: number; readonly limit: number; readonly center?: number; readonly context: number },
  total: number,
  path: string,
): Range {
  const { center, context, offset = 1, limit } = input;
  if (center !== undefined && input.offset !== undefined)
    throw new ToolFailure("Give offset and limit, or center and context, not both.");
  const start = center ?? offset;
  if (start > Math.max(total, 1))
    throw new ToolFailure(`${path} has only ${total} lines; line ${start} is past its end.`);
  if (center !== undefined) return { first: Math.max(1, center - context), last: Math.min(total, center + context) };
  return { first: offset, last: Math.min(total, offset + limit - 1) };
}

/** A line, or its beginning, and how long it is. */
interface Line {
  readonly text: string;
  readonly length: number;
}

interface Page {
  readonly path: string;
  readonly first: number;
  readonly charactersMax: number;
}

/** @param notes  what is said below them, empty texts left out; depends on the last line that is shown */
async function shownLines(
  given: readonly Line[],
  page: Page,
  notes: (until: number) => readonly string[],
): Promise<ToolOutput> {
  const { path, first } = page;
  const lines = given.some(isCut) ? await maskedWhereCut(given) : given;
  const shown = numberLines(lines, page);
  const said = notes(first + shown.length - 1).filter((note) => note !== "");
  const texts = lines.slice(0, shown.length).map(({ text }) => text);
  return {
    text: [...shown, ...(said.length > 0 ? [`(${said.join("; ")})`] : [])].join("\n"),
    kind: "source",
    display: { kind: "file", path, fromLine: first, text: texts.join("\n") },
  };
}

const isCut = ({ length }: Line): boolean => length > LINE_CHARACTERS_MAX;

/** A part of a secret does not show what it is: lines are masked before they are cut. */
async function maskedWhereCut(lines: readonly Line[]): Promise<readonly Line[]> {
  const { CUT_MARK, maskedAround } = await import("../../engines/secrets/masked-line.ts");
  return lines.map((line) => {
    if (!isCut(line)) return line;
    const given = line.text.length < line.length ? `${line.text}${CUT_MARK}` : line.text;
    return { ...line, text: maskedAround(given, 0, LINE_CHARACTERS_MAX) };
  });
}

/** Numbered lines as far as the budget reaches, one at least. A line of which only the beginning is given says how long it is. */
function numberLines(lines: readonly Line[], { first, charactersMax }: Page): string[] {
  const shown: string[] = [];
  let characters = 0;
  for (const [index, line] of lines.entries()) {
    const { text, length } = line;
    const cut = isCut(line) ? `${text.slice(0, LINE_CHARACTERS_MAX)}... (${length} characters)` : text;
    characters += cut.length + 6;
    if (characters > charactersMax && shown.length > 0) break;
    shown.push(`${first + index}\t${cut}`);
  }
  return shown;
}

function rangeNote(first: number, until: number, total: number): string {
  const next = until < total ? `; offset ${until + 1} goes on` : "";
  return `shown ${first}-${until} of ${total} lines${next}`;
}

/** Lines without their ends; a line end at the end of the file begins no further line. */
function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\n|\r(?!\n)/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
