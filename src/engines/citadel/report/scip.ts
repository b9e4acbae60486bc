import { joinedBytes } from "../../text/joined-bytes.ts";
import type { MapNode, Report } from "./model.ts";

const VARINT = 0;
const BYTES = 2;
const DEFINITION = 1;
const UTF8 = 1;
/** Columns are counted in UTF-16 code units. */
const UTF16_COLUMNS = 2;
const encoder = new TextEncoder();

/**
 * The estate's map as a SCIP index (scip.proto of sourcegraph/scip): where each thing is defined and where it is named.
 * An occurrence is the name in its line, or the line's first column where the name is not written there.
 * @param textOf  a file's text, for the columns
 */
export function renderScip(
  { files, map }: Report,
  version: string,
  textOf: (path: string) => string | undefined,
): Uint8Array {
  const nodes = new Map(map.nodes.map((node) => [node.id, node]));
  const definitions = Map.groupBy(
    map.nodes.filter(({ kind }) => kind !== "missing"),
    ({ file }) => file,
  );
  const uses = Map.groupBy(map.edges, ({ file }) => file);
  const tool = [...field(1, "waymark"), ...field(2, version)];
  const metadata = [...field(2, tool), ...field(3, "file:///"), ...field(4, UTF8)];
  const chunks: Uint8Array[] = [Uint8Array.from(field(1, metadata))];
  for (const { path, language } of files) {
    const own = definitions.get(path) ?? [];
    const places = [
      ...own.map((node): Named => ({ node, line: node.line, role: DEFINITION })),
      ...(uses.get(path) ?? []).flatMap(({ to, line }): Named[] => {
        const node = nodes.get(to);
        return node ? [{ node, line, role: 0 }] : [];
      }),
    ];
    if (places.length > 0) chunks.push(documentOf({ path, language, own, places }, textOf(path) ?? ""));
  }
  return joinedBytes(chunks);
}

interface Named {
  readonly node: MapNode;
  readonly line: number;
  readonly role: number;
}

interface ScipDocument {
  readonly path: string;
  readonly language: string;
  readonly own: readonly MapNode[];
  readonly places: readonly Named[];
}

function documentOf({ path, language, own, places }: ScipDocument, text: string): Uint8Array {
  const lines = text.split("\n");
  const out: number[] = field(1, path);
  for (const place of places) append(out, field(2, occurrence(place, lines)));
  for (const node of own)
    append(out, field(3, [...field(1, symbolOf(node)), ...field(3, node.kind), ...field(6, node.text)]));
  append(out, [...field(4, language), ...field(6, UTF16_COLUMNS)]);
  return Uint8Array.from(field(2, out));
}

function occurrence({ node, line, role }: Named, lines: readonly string[]): number[] {
  const at = Math.max(0, (lines[line - 1] ?? "").toUpperCase().indexOf(node.text.toUpperCase()));
  const range = [Math.max(0, line - 1), at, at + node.text.length].flatMap(varint);
  return [...field(1, range), ...field(2, symbolOf(node)), ...(role === 0 ? [] : field(3, role))];
}

/** `scheme manager package version descriptors`; names with other signs stand between backticks. */
function symbolOf({ id, kind }: MapNode): string {
  const name = `\`${id.replaceAll("`", "``")}\``;
  return `waymark . . . ${kind}/${name}.`;
}

/** One protobuf field: a number as varint, a text or bytes with their length. */
function field(number: number, value: number | string | readonly number[]): number[] {
  if (typeof value === "number") return [...varint((number << 3) | VARINT), ...varint(value)];
  const bytes = typeof value === "string" ? encoder.encode(value) : value;
  const out = [...varint((number << 3) | BYTES), ...varint(bytes.length)];
  append(out, bytes);
  return out;
}

function varint(value: number): number[] {
  const out: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) out.push((left % 128) | 128);
  out.push(left);
  return out;
}

/** Without spreading: a document may have more bytes than a call has arguments. */
function append(out: number[], bytes: Iterable<number>): void {
  for (const byte of bytes) out.push(byte);
}
