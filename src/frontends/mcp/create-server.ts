import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";
import type { House } from "../../app/open-house.ts";
import { Semaphore } from "../../base/semaphore.ts";
import { UserError } from "../../base/user-error.ts";
import type { ToolSpec } from "../../core/tool.ts";
import { listPrompts, promptNamed } from "./served-prompts.ts";
import { servedKind } from "./served-tools.ts";

export interface ServedHouse {
  readonly house: House;
  readonly version: string;
  /** Changes may be made, not only shown. */
  readonly writes: boolean;
}

/** A client may send thousands of calls at once: each may be a search with a process of its own. */
const LOOKS_AT_ONCE_MAX = 8;

/** Makes servers of the Model Context Protocol for one house; calls that change go one after another, whoever asks. */
export function serverFactory({ house, version, writes }: ServedHouse): () => Server {
  const looks = new Semaphore(LOOKS_AT_ONCE_MAX);
  const changes = new Semaphore(1);
  const call = async (name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
    const kind = servedKind(name);
    if (kind === undefined) throw unknownName("tool", name);
    if (kind === "looks") return looks.run(signal, () => resultOf(() => house.callTool(name, input, { signal })));
    const { dry_run: asked = !writes, ...rest } = input;
    const dryRun = meantBy(asked);
    if (dryRun === undefined) return refusal("`dry_run` is true or false; nothing was done.");
    if (!dryRun && !writes) return refusal(READ_ONLY);
    return changes.run(signal, () => resultOf(() => house.callTool(name, rest, { signal, dryRun })));
  };
  return () => {
    const server = new Server(
      { name: "waymark", title: "Waymark", version },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler("tools/list", async () => ({ tools: await offeredTools(house, writes) }));
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) =>
      call(params.name, params.arguments ?? {}, mcpReq.signal),
    );
    server.setRequestHandler("resources/list", () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [FILES] }));
    server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq: { signal } }) =>
      looks.run(signal, () => readResource(house, uri, signal)),
    );
    server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts() }));
    server.setRequestHandler("prompts/get", ({ params }) => {
      const prompt = promptNamed(params.name, params.arguments);
      if (prompt === undefined) throw unknownName("prompt", params.name);
      if ("missing" in prompt)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `The prompt ${params.name} needs "${prompt.missing}".`,
        );
      return prompt;
    });
    return server;
  };
}

/** Models write truth as text, too; what is neither is no leave to change anything. */
function meantBy(asked: unknown): boolean | undefined {
  if (typeof asked === "boolean") return asked;
  const word = String(asked).toLowerCase();
  return word === "true" || word === "false" ? word === "true" : undefined;
}

const INSTRUCTIONS =
  "Facts about code from parsers, COBOL, JCL and SQL included: ask the citadel_ tools before you read files, they name lines. " +
  "Files that they cite are resources: file:PATH.";

const READ_ONLY =
  "Nothing is changed here: this server was started without --write. Send dry_run: true to see what the change would be.";

const FILES = {
  name: "file",
  title: "A file of the folder",
  uriTemplate: "file:{+path}",
  description: "Any file that an answer cites, by its path, with line numbers.",
};

async function offeredTools(house: House, writes: boolean): Promise<Tool[]> {
  const tools = await house.offeredTools({ own: true });
  return tools.flatMap((tool) => {
    const kind = servedKind(tool.name);
    if (kind === undefined) return [];
    return kind === "looks" ? looking(tool) : changing(tool, writes);
  });
}

/** Without the mark that is ours alone; who calls over the protocol is told of every property. */
const published = (schema: unknown): Tool["inputSchema"] =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === "untold" && value === true ? undefined : value)));

function looking({ name, description, schema }: ToolSpec): Tool {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return { name, description, inputSchema: published(schema), annotations };
}

/** What changes can be tried first, and only that where nothing may be written. */
function changing({ name, description, schema }: ToolSpec, writes: boolean): Tool {
  const dryRun = { type: "boolean", default: !writes, description: "only show the diff; nothing is changed" };
  const properties = { ...(schema["properties"] as object | undefined), dry_run: dryRun };
  return {
    name,
    description: writes ? description : `${description} Read-only: shows the diff and changes nothing.`,
    inputSchema: published({ ...schema, properties }),
    annotations: { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false },
  };
}

/** What the caller must put right is a result that it reads. */
async function resultOf(
  work: () => Promise<{ readonly text: string; readonly failed: boolean }>,
): Promise<CallToolResult> {
  try {
    const { text, failed } = await work();
    return { content: [{ type: "text", text }], ...(failed && { isError: true }) };
  } catch (error) {
    if (error instanceof UserError) return refusal(error.message);
    throw error;
  }
}

const refusal = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });

const unknownName = (what: string, name: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${what} "${name}" here.`);

async function readResource(house: House, uri: string, signal: AbortSignal) {
  const path = /^file:(?:\/\/)?(.+)$/s.exec(uri)?.[1];
  if (path === undefined) throw unknownName("resource", uri);
  const { text, failed } = await house.callTool("read_file", { path: decoded(path) }, { signal });
  if (failed) throw new ProtocolError(ProtocolErrorCode.InvalidParams, text);
  return { contents: [{ uri, mimeType: "text/plain", text }] };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that encodes nothing belongs to the name.
    return path;
  }
}
