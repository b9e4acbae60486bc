import { basename, extname } from "node:path";
import { BudgetedLines, OverBudget } from "../../base/budget.ts";
import { errorText } from "../../base/error-text.ts";
import { createGlobMatcher } from "../../base/glob.ts";
import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { didYouMean } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { sha256 } from "../../base/sha256.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { ItemFields, ItemPayload } from "../../core/batch/item.ts";
import type { JobItems } from "../../core/batch/job.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { NODE_KINDS } from "../../engines/citadel/model.ts";
import type { Rooms } from "../rooms.ts";
import { asNotRead } from "./named-in-job.ts";

export interface ListedItem {
  readonly id: string;
  readonly payload: ItemPayload;
}

interface Found {
  readonly id: string;
  readonly fields: ItemFields;
}

/**
 * The items of a job, one after the other, each with the hash of its file.
 * @throws {UserError} when there are none, two have one id, or what they are read from cannot be used
 */
export async function* listItems(
  items: JobItems,
  { rooms, workspace, signal }: { readonly rooms: Rooms; readonly workspace: Workspace; readonly signal: AbortSignal },
): AsyncGenerator<ListedItem> {
  const ids = new Set<string>();
  for await (const { id, fields } of found(items, { rooms, workspace, signal })) {
    if (signal.aborted) return;
    if (ids.has(id))
      throw new UserError(phrase`Two items have the id "${id}"; give each an "id" of its own.`, EXIT.badInput);
    ids.add(id);
    const fileHash = await hashOfFile(fields, workspace);
    yield { id, payload: { fields, ...(fileHash === undefined ? {} : { fileHash }) } };
  }
  if (ids.size === 0 && !signal.aborted)
    throw new UserError(
      phrase`No item was found for ${JSON.stringify(items)}; look at the job's items.`,
      EXIT.badInput,
    );
}

/** Undefined where the item has no file, or it cannot be read: who works on it says why. */
async function hashOfFile({ path }: ItemFields, workspace: Workspace): Promise<string | undefined> {
  if (typeof path !== "string") return undefined;
  try {
    return await sha256(await workspace.readBytes(path));
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

interface Place {
  readonly rooms: Rooms;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
}

function found(items: JobItems, place: Place): AsyncIterable<Found> | Iterable<Found> {
  if ("glob" in items) return matchingFiles([items.glob].flat(), place);
  if ("list" in items) return items.list.map((value, index) => itemOf(value, index + 1));
  if ("jsonl" in items) return linesOf(items.jsonl, place);
  return codeNodes(items.code, place);
}

async function* matchingFiles(globs: readonly string[], { workspace, signal }: Place): AsyncGenerator<Found> {
  const matchers = globs.map((glob) => createGlobMatcher(glob));
  for await (const path of workspace.walk(".", { signal }))
    if (matchers.some((matches) => matches(path))) yield { id: path, fields: fileFields(path) };
}

const fileFields = (path: string): ItemFields => ({ path, name: basename(path, extname(path)) });

/** A word is an item by itself; a value with members has its own, and is called by its `id`, its `path`, or where it stands. */
function itemOf(value: unknown, position: number): Found {
  if (!isObject(value)) return { id: String(value), fields: { item: value } };
  const { id, path } = value;
  const named = [id, path].find((name) => typeof name === "string" || typeof name === "number");
  return { id: named === undefined ? `#${position}` : String(named), fields: value };
}

const PIECE_BYTES = 1_000_000;
/** An item with a whole file in it fits. */
const LINE_CHARS_MAX = 32_000_000;

async function* linesOf(file: string, { workspace, signal }: Place): AsyncGenerator<Found> {
  const lines = new BudgetedLines(LINE_CHARS_MAX);
  let line = 0;
  const found = function* (texts: readonly string[]): Generator<Found> {
    for (const text of texts) {
      line++;
      if (text.trim() !== "") yield itemOf(parsedLine(text, file, line), line);
    }
  };
  try {
    for await (const piece of piecesOf(file, workspace)) {
      if (signal.aborted) return;
      yield* found(lines.push(piece));
    }
    yield* found([lines.rest()]);
  } catch (error) {
    if (error instanceof OverBudget)
      throw new UserError(phrase`${file}:${line + 1} holds ${error.message}; an item is a line.`, EXIT.badInput);
    throw asNotRead(file, error);
  }
}

/** A job may be anybody's: what it names is read as a model would read it, and what rules deny is not. */
async function* piecesOf(file: string, workspace: Workspace): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (let offset = 0; ; ) {
    const bytes = await workspace.readBytes(file, { offset, length: PIECE_BYTES });
    if (bytes.length === 0) return;
    offset += bytes.length;
    yield decoder.decode(bytes, { stream: true });
  }
}

function parsedLine(text: string, file: string, line: number): unknown {
  try {
    return parseForeignJson(text);
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    throw new UserError(phrase`${file}:${line} is no JSON (${errorText(error)}); mend the line.`, EXIT.badInput, {
      cause: error,
    });
  }
}

interface CodeQuery {
  readonly kind: string | readonly string[];
  readonly path?: string | undefined;
  readonly name?: string | undefined;
}

/** What parsers know of the folder: programs, jobs, tables, functions. */
async function* codeNodes({ kind, path, name }: CodeQuery, { rooms, signal }: Place): AsyncGenerator<Found> {
  const kinds = [kind].flat();
  const strange = kinds.find((one) => !(NODE_KINDS as readonly string[]).includes(one));
  if (strange !== undefined) {
    const near = didYouMean(strange, NODE_KINDS);
    throw new UserError(phrase`Code has no kind "${strange}"; ${near}it has ${NODE_KINDS.join(", ")}.`, EXIT.badInput);
  }
  const isWanted = name === undefined ? () => true : createGlobMatcher(name, { ignoreCase: true });
  const { openEstate } = await import("../knowledge/code-estate.ts");
  const estate = openEstate(rooms, { cwd: rooms.cwd });
  const selection = { kinds, ...(path === undefined ? {} : { files: [path] }) };
  for await (const part of estate.graphParts(selection, { signal })) {
    if (part.list !== "nodes") continue;
    for (const node of part.items)
      if (isWanted(node.name))
        yield {
          id: node.id,
          fields: { name: node.name, kind: node.kind, path: node.file, start: node.start, end: node.end },
        };
  }
}
