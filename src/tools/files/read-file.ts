import { ToolFailure } from "../../core/tool.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { defineTool } from "../define-tool.ts";

const LINES_DEFAULT = 2000;
const LINE_CHARACTERS_MAX = 2000;
const CHARACTERS_A_TOKEN = 4;
/** One page, whatever is asked for: it is shown whole. */
const PAGE_CHARACTERS_MAX = 200_000;

export const readFile = defineTool({
  name: "read_file",
  description:
    "Reads a text file with line numbers; for a part give offset (a line) and limit, or center (a line) and context.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string" },
      offset: { type: "integer", minimum: 1 },
      limit: { type: "integer", minimum: 1, default: LINES_DEFAULT },
      center: { type: "integer", minimum: 1 },
      context: { type: "integer", minimum: 0, default: 20 },
      max_tokens: { type: "integer", minimum: 100, default: 12_000 },
    },
    required: ["path"],
  },
  intent: ({ path }) => ({ accesses: [{ kind: "read", path }], display: { kind: "text", text: `Read ${path}` } }),
  async run(input, { workspace }) {
    const bytes = await workspace.readBytes(input.path);
    const path = workspace.show(input.path);
    const decoded = decodeFile(bytes);
    if (decoded.kind === "binary")
      throw new ToolFailure(`${path} is binary (${bytes.length} bytes). Use shell with file, xxd or strings.`);
    const isMasked = workspace.isSecret(input.path);
    const lines = splitLines(isMasked ? await masked(path, decoded.text) : decoded.text);
    const { first, last } = chooseRange(input, lines.length, path);
    const shown = numberLines(lines, first, last, Math.min(input.max_tokens * CHARACTERS_A_TOKEN, PAGE_CHARACTERS_MAX));
    const until = first + shown.length - 1;
    const notes = [
      isMasked ? "a file of secrets: its values are masked" : "",
      decoded.encoding === "utf-8" && !decoded.bom
        ? ""
        : `encoding ${decoded.encoding}${decoded.bom ? " with BOM" : ""}`,
      first === 1 && until === lines.length ? "" : rangeNote(first, until, lines.length),
    ].filter((note) => note !== "");
    if (lines.length === 0) notes.push("empty file");
    const text = [...shown, ...(notes.length > 0 ? [`(${notes.join("; ")})`] : [])].join("\n");
    return {
      text,
      kind: "source",
      display: { kind: "file", path, fromLine: first, text: lines.slice(first - 1, until).join("\n") },
    };
  },
});

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

/** Numbered lines as far as the budget reaches, one at least. */
function numberLines(lines: readonly string[], first: number, last: number, charactersMax: number): string[] {
  const shown: string[] = [];
  let characters = 0;
  for (let line = first; line <= last; line++) {
    const text = lines[line - 1] ?? "";
    const cut =
      text.length > LINE_CHARACTERS_MAX ? `${text.slice(0, LINE_CHARACTERS_MAX)}... (${text.length} characters)` : text;
    characters += cut.length + 6;
    if (characters > charactersMax && shown.length > 0) break;
    shown.push(`${line}\t${cut}`);
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
