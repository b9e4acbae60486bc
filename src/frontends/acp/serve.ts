import { Readable } from "node:stream";
import {
  type AgentConnection,
  type AgentContext,
  agent,
  type ListSessionsResponse,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type PromptResponse,
  RequestError,
  type SessionConfigOption,
  type SessionModeState,
} from "@agentclientprotocol/sdk";
import { sessionsOf } from "../../app/session/session-list.ts";
import type { AgentChoice } from "../../app/session/start-agent.ts";
import { workingFolder } from "../../app/settings/working-folder.ts";
import { CLIENT_LINE_CHARS_MAX, soundLines } from "../../base/client-lines.ts";
import { UserError } from "../../base/user-error.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";
import { promptOf, serversOf } from "./client-input.ts";
import { modeNamed, modesOf } from "./config-options.ts";
import { type OpenFolder, OpenSession, type TypedPrompts } from "./open-session.ts";
import { shownMessages } from "./shown-messages.ts";

/** Above what our own limit lets through, of which the reason is told. */
const MESSAGE_BYTES_MAX = 4 * CLIENT_LINE_CHARS_MAX;

export interface AcpRequest {
  readonly version: string;
  readonly open: OpenFolder;
  readonly typed: TypedPrompts;
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
}

/**
 * Speaks the Agent Client Protocol (https://agentclientprotocol.com, version 1) until the client is gone.
 * Each session of it is one of ours, in a house of its own.
 * @throws {UserError} where the client sent what no message is
 */
export async function serveAcp(request: AcpRequest): Promise<void> {
  const sessions = new Sessions(request);
  const app = agent({ name: "waymark" })
    .onRequest(methods.agent.initialize, ({ params }) => {
      sessions.readsFiles = params.clientCapabilities?.fs?.readTextFile ?? false;
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: "waymark", title: "Waymark", version: request.version },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { embeddedContext: true, image: true },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, additionalDirectories: {} },
        },
        authMethods: [KEYS],
      };
    })
    .onRequest(methods.agent.authenticate, () => sessions.authenticate())
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      const { session, ...chosen } = await sessions.open(client, params, {});
      return { sessionId: session.agent.sessionId, ...chosen };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const { session, ...chosen } = await sessions.open(client, params, { resume: params.sessionId, isById: true });
      await session.replay();
      return chosen;
    })
    .onRequest(methods.agent.session.resume, async ({ params, client }) => {
      const { session: _, ...chosen } = await sessions.open(client, params, { resume: params.sessionId, isById: true });
      return chosen;
    })
    .onRequest(methods.agent.session.list, ({ params }) => sessions.list(params.cwd ?? "."))
    .onRequest(methods.agent.session.close, ({ params }) => sessions.close(params.sessionId))
    .onRequest(methods.agent.session.setMode, ({ params }) => {
      sessions.named(params.sessionId).agent.permissionMode = modeNamed(params.modeId);
      return {};
    })
    .onRequest(methods.agent.session.setConfigOption, ({ params }) =>
      told(() => sessions.named(params.sessionId).choose(params.configId, params.value)),
    )
    .onRequest(methods.agent.session.prompt, async ({ params }) => {
      const session = sessions.named(params.sessionId);
      return responseTo(await told(() => session.prompt(() => promptOf(params.prompt))));
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.named(params.sessionId).interrupt());
  let failure: unknown;
  const sound = soundLines(request.input, (error) => {
    failure = error;
  });
  const input = Readable.toWeb(Readable.from(sound)) as ReadableStream<Uint8Array>;
  const limit = { maxMessageBytes: MESSAGE_BYTES_MAX };
  const connection: AgentConnection = app.connect(shownMessages(ndJsonStream(request.output, input, limit)));
  await connection.closed;
  await sessions.closeAll();
  if (failure !== undefined) throw failure;
}

interface SessionPlace {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: readonly McpServer[];
}

interface OpenedSession {
  readonly session: OpenSession;
  readonly modes: SessionModeState;
  readonly configOptions: SessionConfigOption[];
}

/** How a person comes by a model; nothing of it goes through the client. */
const KEYS = {
  id: "keys",
  name: "Keys of providers",
  description:
    "Set a key in the environment (such as ANTHROPIC_API_KEY), or run `waymark login PROVIDER` in a terminal",
};

class Sessions {
  readonly #request: AcpRequest;
  readonly #open = new Map<string, OpenSession>();
  /** Those that are being opened: what that has begun is done before the process ends. */
  readonly #opening = new Set<Promise<OpenSession>>();
  /** Whether the client gives the text of its files, saved or not. */
  readsFiles = false;

  constructor(request: AcpRequest) {
    this.#request = request;
  }

  async open(
    client: AgentContext,
    { cwd, additionalDirectories = [], mcpServers = [] }: SessionPlace,
    choice: AgentChoice,
  ): Promise<OpenedSession> {
    return told(async () => {
      await this.#makeRoom(choice.resume, cwd);
      const { open, typed } = this.#request;
      const place = {
        cwd,
        addDirs: additionalDirectories,
        mcpServers: serversOf(mcpServers),
        readsFiles: this.readsFiles,
      };
      const opening = OpenSession.start({ client, open, typed, ...place, choice });
      this.#opening.add(opening);
      const session = await opening.finally(() => this.#opening.delete(opening));
      this.#open.set(session.agent.sessionId, session);
      setImmediate(() => void session.tellCommands());
      return { session, modes: modesOf(session.agent), configOptions: await session.options() };
    });
  }

  /** A session that is open is left for its log to be opened again; one of another folder is not what was asked for. */
  async #makeRoom(id: string | undefined, cwd: string): Promise<void> {
    const open = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || open === undefined) return;
    if (workingFolder(cwd) !== open.agent.cwd) throw RequestError.resourceNotFound(id);
    await this.close(id);
  }

  named(id: string): OpenSession {
    const session = this.#open.get(id);
    if (session) return session;
    throw RequestError.resourceNotFound(id);
  }

  async close(id: string): Promise<void> {
    const session = this.#open.get(id);
    this.#open.delete(id);
    await session?.close();
  }

  /** @throws {RequestError} while there is no model to be had */
  async authenticate(): Promise<object> {
    const house = await this.#request.open({ folder: ".", addDirs: [] });
    try {
      const providers = await house.providers();
      if (providers.some(({ hasCredentials, current }) => hasCredentials && current)) return {};
      throw RequestError.authRequired(undefined, KEYS.description);
    } finally {
      await house.close();
    }
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening);
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
  }

  async list(folder: string): Promise<ListSessionsResponse> {
    return told(async () => {
      const house = await this.#request.open({ folder, addDirs: [] });
      try {
        const sessions = sessionsOf(house).map(({ id, title, modifiedMs }) => ({
          sessionId: id,
          cwd: house.cwd,
          title,
          updatedAt: new Date(modifiedMs).toISOString(),
        }));
        return { sessions };
      } finally {
        await house.close();
      }
    });
  }
}

/** What a person must mend reaches the client in our words. */
async function told<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) throw new RequestError(INTERNAL_ERROR, error.message);
    throw error;
  }
}

const INTERNAL_ERROR = -32_603;

/** @throws {RequestError} when the run failed: the client shows why */
function responseTo(outcome: Outcome | undefined): PromptResponse {
  switch (outcome?.kind) {
    // What was not answered or not allowed was said in words.
    case "done":
    case "unanswered":
    case "denied":
      return { stopReason: "end_turn" };
    case "cancelled":
      return { stopReason: "cancelled" };
    case "limit":
      return { stopReason: outcome.limit === "tokens" ? "max_tokens" : "max_turn_requests" };
    case "model-failed":
      if (outcome.failure.kind === "refused") return { stopReason: "refusal" };
      if (outcome.failure.kind === "auth") throw RequestError.authRequired(undefined, outcome.failure.message);
      throw new RequestError(INTERNAL_ERROR, outcome.failure.message);
    default:
      throw new RequestError(INTERNAL_ERROR, outcome?.text || "The run ended without an outcome.");
  }
}
