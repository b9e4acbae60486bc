import {
  Client,
  InsufficientScopeError,
  type jsonSchemaValidator,
  type Progress,
  SdkHttpError,
  type ServerCapabilities,
  SSEClientTransport,
  SseError,
  type Tool,
  type Transport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { errorText } from "../../base/error-text.ts";
import type { JsonSchema } from "../../base/json-schema.ts";
import { tellingLines } from "../../engines/text/telling-lines.ts";
import { judgeForeign } from "../bounded-time.ts";
import { answerPictures, answerText, promptText, resourceText } from "./answer-text.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { ExchangeTransport, type MessageExchange } from "./exchange-transport.ts";
import { ProgramTransport, type ProtocolProgram } from "./program-transport.ts";
import { LoginNeeded, type LoginSettings, type LoginStore, loginOf } from "./server-login.ts";
import { answerServer, CAPABILITIES, type ServerAnswers } from "./server-questions.ts";
import { StreamTransport } from "./stream-transport.ts";

/** Where a server is. A program is started anew for each connection. */
export type ServerAddress =
  | { readonly kind: "program"; start(): ProtocolProgram & { lastWords(): string } }
  | { readonly kind: "exchange"; readonly exchange: MessageExchange }
  | NetworkAddress;

export interface NetworkAddress {
  readonly kind: "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly login: LoginSettings;
  readonly store: LoginStore;
}

export interface ConnectOptions {
  readonly version: string;
  /** The folder that is worked in; servers that ask are told. */
  readonly root: string;
  readonly connectTimeoutMs: number;
  /** Of one call, without progress. */
  readonly callTimeoutMs: number;
  readonly signal: AbortSignal;
  /** What the server asks of the person and the model is answered here. */
  readonly answers: ServerAnswers;
  /** It has other tools now. */
  onToolsChanged(): void;
}

/** A tool as its server tells of it; nothing of it is bounded or trusted. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface ServerAnswer {
  readonly text: string;
  readonly failed: boolean;
  /** The files of pictures in it, as they came. */
  readonly pictures?: readonly Uint8Array[];
}

export interface ServerCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  progress(text: string): void;
}

/** Something that a server holds to be read. */
export interface ServerResource {
  readonly uri: string;
  readonly name: string;
}

/** A prompt that a server writes, and what it has to be given for it. */
export interface ServerPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

/** A server that answers. Each failure is an error whose text says what the server did, without its name. */
export interface ServerConnection {
  readonly isOpen: boolean;
  tools(): Promise<readonly ServerTool[]>;
  call(call: ServerCall): Promise<ServerAnswer>;
  /** Those that it lists; none where it holds none. */
  resources(): Promise<readonly ServerResource[]>;
  readResource(uri: string, signal: AbortSignal): Promise<string>;
  prompts(): Promise<readonly ServerPrompt[]>;
  prompt(name: string, values: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

const PAGES_MAX = 20;
const PROMISES_MAX = 6;

/** Speaks the Model Context Protocol, by https://modelcontextprotocol.io/specification/2025-11-25 and those before it. */
export async function connectServer(address: ServerAddress, options: ConnectOptions): Promise<ServerConnection> {
  const program = address.kind === "program" ? address.start() : undefined;
  const transport = transportOf(address, program, (why) => connection.fail(why));
  const connection = new Connection(transport, options, program);
  await connection.open(options);
  return connection;
}

function transportOf(
  address: ServerAddress,
  program: ProtocolProgram | undefined,
  onFault: (why: string) => void,
): Transport {
  if (program !== undefined) return new ProgramTransport(program);
  if (address.kind === "exchange") return new ExchangeTransport(address.exchange);
  if (address.kind === "program") throw new Error("a program that was not started");
  const authProvider = loginOf(address.login, address.store);
  const options = {
    fetch: boundedFetch(address, onFault),
    ...(authProvider && { authProvider }),
  };
  const url = new URL(address.url);
  if (address.kind === "http") return new StreamTransport(url, options);
  const transport = new SSEClientTransport(url, options);
  // What is answered on a stream that broke off is lost, and the next one is another session.
  transport.onerror = (error) => error instanceof SseError && onFault("ended its stream of answers");
  return transport;
}

class Connection implements ServerConnection {
  isOpen = true;
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #program: (ProtocolProgram & { lastWords(): string }) | undefined;
  #fault: string | undefined;
  readonly #listTimeoutMs: number;
  readonly #callTimeoutMs: number;
  readonly #mayAskAgain: () => void;

  constructor(transport: Transport, options: ConnectOptions, program?: ProtocolProgram & { lastWords(): string }) {
    this.#transport = transport;
    this.#program = program;
    this.#listTimeoutMs = options.connectTimeoutMs;
    this.#callTimeoutMs = options.callTimeoutMs;
    this.#client = new Client(
      { name: "waymark", title: "Waymark", version: options.version },
      {
        capabilities: CAPABILITIES,
        jsonSchemaValidator: JUDGE,
        listMaxPages: PAGES_MAX,
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => options.onToolsChanged() } },
      },
    );
    this.#mayAskAgain = answerServer(this.#client, options.answers, {
      root: options.root,
      onTooMany: (why) => this.fail(why),
    });
    this.#client.onclose = () => {
      this.isOpen = false;
    };
  }

  async open({ connectTimeoutMs, signal }: ConnectOptions): Promise<void> {
    try {
      await this.#told(() => this.#client.connect(this.#transport, { timeout: connectTimeoutMs, signal }));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async tools(): Promise<readonly ServerTool[]> {
    if (!this.#has("tools")) return [];
    const { tools } = await this.#told(() => this.#client.listTools(undefined, { timeout: this.#listTimeoutMs }));
    return tools.map(({ name, description = "", inputSchema }: Tool) => ({
      name,
      description,
      schema: inputSchema as JsonSchema,
    }));
  }

  async call({ name, input, signal, progress }: ServerCall): Promise<ServerAnswer> {
    const options = {
      signal,
      timeout: this.#callTimeoutMs,
      // One that is always about to be done is not.
      maxTotalTimeout: this.#callTimeoutMs * PROMISES_MAX,
      resetTimeoutOnProgress: true,
      onprogress: ({ message, progress: done, total }: Progress) =>
        progress(`${message ?? `${done}${total === undefined ? "" : ` of ${total}`}`}\n`),
    };
    const result = await this.#told(() => this.#client.callTool({ name, arguments: { ...input } }, options));
    return { text: answerText(result), failed: result.isError === true, pictures: answerPictures(result) };
  }

  async resources(): Promise<readonly ServerResource[]> {
    if (!this.#has("resources")) return [];
    const { resources } = await this.#told(() =>
      this.#client.listResources(undefined, { timeout: this.#listTimeoutMs }),
    );
    return resources.map(({ uri, name }) => ({ uri, name }));
  }

  async readResource(uri: string, signal: AbortSignal): Promise<string> {
    if (!this.#has("resources")) throw new Error("it holds no resources");
    const options = { signal, timeout: this.#listTimeoutMs };
    return resourceText(await this.#told(() => this.#client.readResource({ uri }, options)));
  }

  async prompts(): Promise<readonly ServerPrompt[]> {
    if (!this.#has("prompts")) return [];
    const { prompts } = await this.#told(() => this.#client.listPrompts(undefined, { timeout: this.#listTimeoutMs }));
    return prompts.map(({ name, description = "", arguments: given = [] }) => ({
      name,
      description,
      arguments: given.map((one) => ({ name: one.name, required: one.required === true })),
    }));
  }

  async prompt(name: string, values: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> {
    const options = { signal, timeout: this.#listTimeoutMs };
    return promptText(await this.#told(() => this.#client.getPrompt({ name, arguments: { ...values } }, options)));
  }

  #has(what: keyof ServerCapabilities): boolean {
    return this.#client.getServerCapabilities()?.[what] !== undefined;
  }

  /** What it does is not to be borne; whoever waits for an answer is told. */
  fail(why: string): void {
    this.#fault ??= why;
    void this.close();
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.#client.close().catch(() => undefined);
    // Also where the client was never connected.
    await this.#transport.close().catch(() => undefined);
    await this.#program?.end();
  }

  /** What went wrong, in the words of whoever knows most. */
  async #told<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#mayAskAgain();
    try {
      return await work();
    } catch (error) {
      // The library's own words are for programmers.
      if (wantsLogin(error)) throw new LoginNeeded();
      const fault = this.#fault ?? (this.#transport instanceof ProgramTransport ? this.#transport.fault : undefined);
      const words = tellingLines(this.#program?.lastWords() ?? "", WORDS_LINES).join(" / ");
      const said = fault === undefined || words === "" ? "" : `; it said: ${words}`;
      throw new Error(`${fault ?? errorText(error)}${said}`, { cause: error });
    }
  }
}

const WORDS_LINES = 3;
const CAUSES_MAX = 5;

/** Whether only a login helps, however deep in an error that stands. */
function wantsLogin(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < CAUSES_MAX; one = one.cause, depth++) {
    if (one instanceof UnauthorizedError || one instanceof InsufficientScopeError || one instanceof LoginNeeded)
      return true;
    if (one instanceof SdkHttpError && one.status === 401) return true;
  }
  return false;
}

/** What a server says of its answers is judged like all else; no code is made of its schemas. */
const JUDGE: jsonSchemaValidator = {
  getValidator:
    <Value>(schema: unknown) =>
    (input: unknown) => {
      const judged = judgeForeign(schema, input);
      return judged.kind === "valid"
        ? { valid: true as const, data: input as Value, errorMessage: undefined }
        : {
            valid: false as const,
            data: undefined,
            errorMessage: judged.problems.map(({ message }) => message).join(" "),
          };
    },
};
