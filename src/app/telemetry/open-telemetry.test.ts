import { metrics, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterEach, expect, test } from "vitest";
import type { AgentEvent } from "../../core/protocol/event.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { openTelemetry } from "./open-telemetry.ts";
import { RunSpans } from "./run-spans.ts";
import type { OpenSpan, SpanStart, TelemetrySink } from "./sink.ts";

const USAGE = { inputTokens: 7, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0 };
const display = { kind: "text", text: "" } as const;
const call = { id: "c1", name: "task", input: {} };
const reply = (model: string): AgentEvent => ({
  ...{
    type: "reply",
    content: [{ kind: "text", text: "hidden" }],
    end: "stop",
    model,
    usage: USAGE,
    costUsd: 0.5,
    durationMs: 10,
  },
});
const runEnd: AgentEvent = {
  ...{ type: "run-end", outcome: { kind: "done", text: "hidden" }, steps: 1, usage: USAGE, costUsd: 0.5 },
  ...{ durationMs: 10, apiDurationMs: 10 },
};
const begin = (model: string): AgentEvent => ({
  ...{ type: "run-start", strategy: "auto", model, permissionMode: "default", tools: [] },
});
const child = (event: AgentEvent): AgentEvent => ({ type: "agent-event", callId: "c1", agent: "explore-1", event });
const RUN: readonly AgentEvent[] = [
  begin("google/g"),
  reply("google/g"),
  { type: "call-start", call, accesses: [], display },
  ...[begin("openai/o"), reply("openai/o"), runEnd].map(child),
  { type: "call-end", result: { callId: "c1", name: "task", text: "hidden", failed: false, display, durationMs: 1 } },
  runEnd,
];

async function* play(events: readonly AgentEvent[]): AsyncGenerator<AgentEvent, void> {
  yield* events;
}

afterEach(() => {
  trace.disable();
  metrics.disable();
});

test("an SDK that the program around us has registered gets the spans and measures", async () => {
  const spans = new InMemorySpanExporter();
  const measures = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measures });
  const meters = new MeterProvider({ readers: [reader] });
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  metrics.setGlobalMeterProvider(meters);
  const loaded = { config: { offline: true, telemetryContent: false }, environment: {} } as unknown as LoadedConfig;
  const telemetry = await openTelemetry(loaded, "1.2.3");
  const seen: AgentEvent[] = [];
  for await (const event of telemetry.watch(play(RUN), "s")) seen.push(event);
  await telemetry.close();
  expect(seen).toEqual(RUN);
  const all = spans.getFinishedSpans();
  const names = new Map(all.map((span) => [span.spanContext().spanId, span.name]));
  expect(
    all.map(({ name, parentSpanContext }) => [names.get(parentSpanContext?.spanId ?? "") ?? "-", name]).sort(),
  ).toEqual([
    ["-", "invoke_agent waymark"],
    ["execute_tool task", "invoke_agent explore"],
    ["invoke_agent explore", "chat o"],
    ["invoke_agent waymark", "chat g"],
    ["invoke_agent waymark", "execute_tool task"],
  ]);
  expect(all.find(({ name }) => name === "chat g")?.attributes).toMatchObject({
    "gen_ai.provider.name": "gcp.gemini",
    "gen_ai.usage.input_tokens": 7,
    "gen_ai.response.finish_reasons": ["stop"],
  });
  expect(JSON.stringify(all.map(({ attributes }) => attributes))).not.toContain("hidden");
  await meters.forceFlush();
  const told = measures.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  expect(new Set(told.map(({ descriptor }) => descriptor.name))).toEqual(
    new Set(["gen_ai.client.token.usage", "gen_ai.client.operation.duration", "waymark.cost.usage"]),
  );
  await meters.shutdown();
});

test("wherever a run is left, each span that was begun is ended once", () => {
  for (let length = 0; length <= RUN.length; length++) {
    const open = new Map<string, number>();
    const sink: TelemetrySink = {
      begin({ name }: SpanStart): OpenSpan {
        const key = `${name} ${open.size}`;
        open.set(key, 0);
        return { end: () => void open.set(key, (open.get(key) ?? 0) + 1) };
      },
      add: () => {},
      flush: async () => {},
    };
    const spans = new RunSpans({ sink, sessionId: "s", withContent: true, now: () => 0 });
    for (const event of RUN.slice(0, length)) spans.take(event);
    spans.close();
    expect([...open.values()]).toEqual([...open.values()].map(() => 1));
  }
});

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, false, /http\/json/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://example.com" }, true, /Offline/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "nowhere" }, false, /cannot go to "nowhere/],
])("what cannot be sent to is told: %o", async (environment, offline, message) => {
  const loaded = { config: { offline, telemetryContent: false }, environment } as unknown as LoadedConfig;
  await expect(openTelemetry(loaded, "1")).rejects.toThrow(message);
});
