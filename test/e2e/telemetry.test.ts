import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

type Json = Readonly<Record<string, unknown>>;
interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector that takes OTLP over HTTP as JSON, as the specification has it. */
class Collector {
  readonly bodies: { readonly path: string; readonly headers: Json; readonly body: Json }[] = [];
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      let text = "";
      request.on("data", (chunk) => (text += chunk));
      request.on("end", () => {
        this.bodies.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(text) as Json });
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get spans(): readonly Span[] {
    return this.#scopes("/v1/traces", "resourceSpans", "scopeSpans", "spans").map((span) => ({
      ...(span as unknown as Span),
      attributes: byKey(span["attributes"]),
    }));
  }

  get metrics(): readonly Json[] {
    return this.#scopes("/v1/metrics", "resourceMetrics", "scopeMetrics", "metrics");
  }

  #scopes(path: string, ...[resources, scopes, items]: readonly [string, string, string]): readonly Json[] {
    const list = (value: unknown): readonly Json[] => value as readonly Json[];
    return this.bodies
      .filter((one) => one.path === path)
      .flatMap(({ body }) => list(body[resources]))
      .flatMap((resource) => list(resource[scopes]))
      .flatMap((scope) => list(scope[items]));
  }

  close(): void {
    this.#server.close();
  }
}

/** Attributes of OTLP by their keys. */
function byKey(attributes: unknown): Readonly<Record<string, unknown>> {
  const list = attributes as readonly { readonly key: string; readonly value: Json }[];
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}

let place: Place | undefined;
let server: WireServer | undefined;
let collector: Collector | undefined;
afterEach(async () => {
  collector?.close();
  await server?.close();
  place?.remove();
  collector = undefined;
});

const WORKER = "---\nname: worker\ndescription: Works.\n---\nYou work.\n";

async function play(environment: Readonly<Record<string, string>>) {
  place = makePlace({ "a.txt": "alpha words\n", ".waymark/agents/worker.md": WORKER });
  server = await startOpenAiChat((request) => {
    const { messages } = JSON.parse(request.body) as { messages: readonly { readonly role: string }[] };
    const results = messages.filter(({ role }) => role === "tool").length;
    if (request.body.includes("# Your part"))
      return results === 0 ? { calls: [{ name: "read_file", input: { path: "a.txt" } }] } : { text: "read" };
    if (results > 0) return { text: "secret answer" };
    return {
      calls: [
        { name: "task", input: { agent: "worker", prompt: "read" } },
        { name: "read_file", input: { path: "none" } },
      ],
    };
  });
  return runWaymark(["-p", "the prompt's own words", "--trust", "-m", "openai-compatible/m"], {
    ...place,
    environment: { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k", ...environment },
  });
}

async function collect(): Promise<Collector> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  collector = new Collector(http);
  return collector;
}

test("spans of a run, of its requests, calls and sub-agents, and its measures reach the collector with GenAI names", async () => {
  const { url } = await collect();
  const { code, stdout, stderr } = await play({
    WAYMARK_TELEMETRY: "1",
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b",
    OTEL_RESOURCE_ATTRIBUTES: "team=core",
    TRACEPARENT: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
  });
  expect([code, stdout], stderr).toEqual([0, "secret answer\n"]);
  const spans = collector?.spans ?? [];
  const byId = new Map(spans.map((span) => [span.spanId, span.name]));
  const tree = spans.map(({ name, parentSpanId = "" }) => `${byId.get(parentSpanId) ?? parentSpanId} > ${name}`);
  expect(tree.sort()).toEqual([
    `${"b".repeat(16)} > invoke_agent waymark`,
    "execute_tool task > invoke_agent worker",
    "invoke_agent waymark > chat m",
    "invoke_agent waymark > chat m",
    "invoke_agent waymark > execute_tool read_file",
    "invoke_agent waymark > execute_tool task",
    "invoke_agent worker > chat m",
    "invoke_agent worker > chat m",
    "invoke_agent worker > execute_tool read_file",
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(["a".repeat(32)]));
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(startTimeUnixNano)).toBeLessThanOrEqual(BigInt(endTimeUnixNano));
  expect(spans.find(({ name }) => name === "chat m")).toMatchObject({
    kind: 3,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai-compatible",
      "gen_ai.request.model": "m",
      "gen_ai.response.model": "m",
      "gen_ai.conversation.id": expect.stringMatching(/./),
      "gen_ai.usage.input_tokens": "100",
      "gen_ai.usage.output_tokens": "20",
    },
  });
  const failed = spans.filter(({ status }) => status.code === 2);
  expect(failed.map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
    ["execute_tool read_file", "tool_error"],
  ]);
  expect(spans.find(({ name }) => name === "invoke_agent worker")?.attributes["gen_ai.agent.id"]).toBe("worker-1");
  const metrics = collector?.metrics ?? [];
  expect(new Set(metrics.map(({ name }) => name))).toEqual(
    new Set(["gen_ai.client.token.usage", "gen_ai.client.operation.duration"]),
  );
  const tokens = metrics.findLast(({ name }) => name === "gen_ai.client.token.usage")?.["histogram"] as {
    dataPoints: readonly {
      attributes: unknown;
      count: string;
      sum: number;
      bucketCounts: string[];
      explicitBounds: number[];
    }[];
  };
  const input = tokens.dataPoints.find(({ attributes }) => byKey(attributes)["gen_ai.token.type"] === "input");
  expect(input).toMatchObject({ count: "4", sum: 400 });
  expect(input?.bucketCounts).toHaveLength((input?.explicitBounds.length ?? 0) + 1);
  expect(collector?.bodies[0]?.headers["x-key"]).toBe("a b");
  const all = JSON.stringify(collector?.bodies);
  expect(all).toContain('{"key":"team","value":{"stringValue":"core"}}');
  for (const content of ["secret answer", "own words", "alpha words", "a.txt"]) expect(all).not.toContain(content);
});

test("content is told only where it is asked for", async () => {
  const { url } = await collect();
  await play({ WAYMARK_TELEMETRY: "1", WAYMARK_TELEMETRY_CONTENT: "1", OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const spans = collector?.spans ?? [];
  const read = spans.find(({ attributes }) => String(attributes["gen_ai.tool.call.arguments"]).includes("a.txt"));
  expect(read?.attributes["gen_ai.tool.call.result"]).toContain("alpha words");
  const answers = spans.map(({ attributes }) => String(attributes["gen_ai.output.messages"] ?? ""));
  expect(answers.some((text) => text.includes("secret answer"))).toBe(true);
});

test("nothing is sent unless the setting says so, whatever variables a machine has", async () => {
  const { url } = await collect();
  expect((await play({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).code).toBe(0);
  expect(collector?.bodies).toEqual([]);
});

test("a collector that is not there changes nothing of a run; what cannot be an address is told", async () => {
  const absent = await play({ WAYMARK_TELEMETRY: "1", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect([absent.code, absent.stdout]).toEqual([0, "secret answer\n"]);
  const wrong = { WAYMARK_TELEMETRY: "1", OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317x" };
  place?.remove();
  await server?.close();
  expect(await play(wrong)).toMatchObject({
    code: 52,
    stderr: expect.stringMatching(/Telemetry cannot go to .*http:\/\/HOST:4318/),
  });
});
