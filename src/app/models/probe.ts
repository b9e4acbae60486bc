import { withBoundCalls } from "../../adapters/models/local/bound-calls.ts";
import { findProvider, parseModelName } from "../../adapters/models/services/providers.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { stepWithRetry } from "../../core/loop/retry.ts";
import type { ModelClient, ModelRequest } from "../../core/ports/model.ts";
import { type ReplyPart, replyCalls, replyText } from "../../core/protocol/event.ts";
import type { ModelFailure } from "../../core/protocol/outcome.ts";
import type { ToolSpec } from "../../core/tool.ts";
import { locations } from "../settings/locations.ts";
import { systemClock } from "../system-clock.ts";
import { textReader } from "./answers/text-reader.ts";
import { type Capability, saveCapability, type Ways, waysFor } from "./capabilities.ts";
import { chooseModel } from "./choose-model.ts";
import type { ProviderRequest } from "./list-providers.ts";

const ECHO: ToolSpec = {
  name: "echo",
  description: "Repeats a word.",
  schema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};
const WORD = "waymark";
const SYSTEM = "You are being tested. Follow the instruction exactly, without explanations.";
const ASK = `Call the tool echo with the word "${WORD}".`;
const FILE = "alpha\nbeta\ngamma\n";
const ASK_EDIT = `The file notes.txt is:\n\`\`\`\n${FILE}\`\`\`\nChange the line "beta" to "delta". Answer with one unified diff or one SEARCH/REPLACE block under the file's path, nothing else.`;

export interface ProbeReport extends Capability, Ways {
  readonly model: string;
}

/** Runs the probe against the model of the settings and keeps what it found. */
export async function probeProvider(request: ProviderRequest): Promise<ProbeReport> {
  const loaded = request.settings;
  const { model } = await chooseModel(loaded, { bindsCalls: false });
  const isLocal = findProvider(parseModelName(model.id)?.provider ?? "")?.local ?? false;
  const capability = await probeModel(model, isLocal ? withBoundCalls(model) : undefined).finally(() =>
    model.close?.(),
  );
  saveCapability(locations(request.environment).state, model.id, capability);
  return { model: model.id, ...capability, ...waysFor(capability) };
}

/**
 * Three small live cases: a native call, a call as text, an edit as text; and, for a model that makes no native call, one that its
 * server holds to a schema. @param bound  the model held so, where its server may be able to @throws {UserError} when the model cannot be asked
 */
export async function probeModel(model: ModelClient, bound?: ModelClient): Promise<Capability> {
  const native = await ask(model, { system: SYSTEM, tools: [ECHO] }, ASK);
  const asText = await ask(
    model,
    { system: `${SYSTEM}\n\n${textReader.instructions([ECHO], { edits: true })}`, tools: [] },
    ASK,
  );
  const edit = await ask(model, { system: SYSTEM, tools: [] }, ASK_EDIT);
  const nativeTools = native !== "refused" && callsNatively(native);
  const held = bound && !nativeTools ? await ask(bound, { system: SYSTEM, tools: [ECHO] }, ASK) : undefined;
  return {
    nativeTools,
    textCalls: asText !== "refused" && (await callsEcho(replyText(asText))),
    edits: edit !== "refused" && (await editsRight(replyText(edit))),
    ...(held === undefined ? {} : { boundCalls: held !== "refused" && callsNatively(held) }),
    probedAt: new Date().toISOString(),
  };
}

function callsNatively(content: readonly ReplyPart[]): boolean {
  return replyCalls(content).some(({ name, input }) => name === ECHO.name && says(input));
}

type Asked = Pick<ModelRequest, "system" | "tools">;

async function ask(model: ModelClient, request: Asked, text: string): Promise<readonly ReplyPart[] | "refused"> {
  const signal = new AbortController().signal;
  const full = { ...request, messages: [{ role: "user", text }] as const, sessionId: "probe", temperature: 0 };
  for await (const part of stepWithRetry(model, full, { clock: systemClock, signal, attemptsMax: 3 })) {
    if (part.type === "end") return part.content;
    if (part.type === "failed") return refusal(part.failure);
  }
  return "refused";
}

/** Not taking tools is an answer; not being reachable is none. */
function refusal(failure: ModelFailure): "refused" {
  if (failure.kind === "tools-unsupported" || failure.kind === "bad-request" || failure.kind === "refused")
    return "refused";
  throw new UserError(failure.message, failure.kind === "auth" ? EXIT.authentication : EXIT.transient);
}

function says(input: unknown): boolean {
  return typeof input === "object" && input !== null && "word" in input && input.word === WORD;
}

async function callsEcho(text: string): Promise<boolean> {
  const reading = await textReader.read(text, [ECHO], { edits: false });
  return reading.kind === "calls" && reading.calls.some(({ name, input }) => name === ECHO.name && says(input));
}

async function editsRight(text: string): Promise<boolean> {
  const { planEdit } = await import("../../engines/edits/plan-edit.ts");
  const bytes = new TextEncoder().encode(FILE);
  const plan = await planEdit({ format: "auto", input: text, path: "notes.txt" }, () => ({ kind: "file", bytes }));
  const after = plan.kind === "planned" ? plan.files[0]?.after : undefined;
  return after ? new TextDecoder().decode(after) === FILE.replace("beta", "delta") : false;
}
