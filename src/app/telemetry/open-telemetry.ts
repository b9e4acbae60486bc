import { phrase } from "../../base/phrase.ts";
import { isLoopback } from "../../base/plain-host.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import type { LoadedConfig } from "../settings/load.ts";
import type { Environment } from "../settings/locations.ts";
import { systemClock } from "../system-clock.ts";
import type { OtlpTarget } from "./otlp-sink.ts";
import { RunSpans } from "./run-spans.ts";
import type { TelemetrySink } from "./sink.ts";

/** What looks at the runs of a house from outside. */
export interface Telemetry {
  /** The same events, each noted. */
  watch(events: AsyncGenerator<AgentEvent, void>, sessionId: string): AsyncGenerator<AgentEvent, void>;
  close(): Promise<void>;
}

const DEFAULT_ENDPOINT = "http://localhost:4318";
/** What the API of OpenTelemetry registers an SDK under, whichever copy of it did. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** @throws {UserError} for an endpoint that is none, or that may not be reached offline */
export async function openTelemetry({ config, environment }: LoadedConfig, version: string): Promise<Telemetry> {
  const sink = await sinkFor(environment, config.offline, version);
  const frame = { sink, withContent: config.telemetryContent, now: systemClock.now };
  return {
    async *watch(events, sessionId) {
      const spans = new RunSpans({ ...frame, sessionId });
      try {
        for await (const event of events) {
          spans.take(event);
          yield event;
        }
      } finally {
        spans.close();
        void sink.flush();
      }
    },
    close: () => sink.flush(),
  };
}

async function sinkFor(environment: Environment, isOffline: boolean, version: string): Promise<TelemetrySink> {
  if (hasRegisteredSdk()) {
    const { ApiSink } = await import("./api-sink.ts");
    return new ApiSink(await import("@opentelemetry/api"), version);
  }
  const target = otlpTarget(environment, version);
  const far = [target.tracesUrl, target.metricsUrl].find((url) => isOffline && !isLoopback(url));
  if (far !== undefined)
    throw new UserError(phrase`Offline, telemetry cannot go to ${far}; turn \`telemetry\` off.`, EXIT.configuration);
  const { OtlpSink } = await import("./otlp-sink.ts");
  return new OtlpSink(target, systemClock.now);
}

function hasRegisteredSdk(): boolean {
  const registered = (
    globalThis as Record<symbol, { readonly trace?: unknown; readonly metrics?: unknown } | undefined>
  )[REGISTERED];
  return registered?.trace !== undefined || registered?.metrics !== undefined;
}

/** As OpenTelemetry's specification of exporters reads its variables. */
function otlpTarget(environment: Environment, version: string): OtlpTarget {
  const protocol = environment["OTEL_EXPORTER_OTLP_PROTOCOL"];
  if (protocol === "grpc" || protocol === "http/protobuf")
    throw new UserError(
      phrase`OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}; set it to http/json for Waymark, at a collector's port for HTTP (4318).`,
      EXIT.configuration,
    );
  const base = environment["OTEL_EXPORTER_OTLP_ENDPOINT"] || DEFAULT_ENDPOINT;
  const url = (signal: "traces" | "metrics"): string =>
    checkedUrl(
      environment[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`] || `${base.replace(/\/+$/, "")}/v1/${signal}`,
    );
  const parent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-/.exec(environment["TRACEPARENT"] ?? "");
  return {
    tracesUrl: url("traces"),
    metricsUrl: url("metrics"),
    headers: pairs(environment["OTEL_EXPORTER_OTLP_HEADERS"]),
    resource: {
      "service.version": version,
      ...pairs(environment["OTEL_RESOURCE_ATTRIBUTES"]),
      "service.name": environment["OTEL_SERVICE_NAME"] || "waymark",
    },
    ...(parent?.[1] && parent[2] ? { parent: { traceId: parent[1], spanId: parent[2] } } : {}),
    version,
    environment,
  };
}

function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new UserError(
    phrase`Telemetry cannot go to "${url}"; give OTEL_EXPORTER_OTLP_ENDPOINT as http://HOST:4318.`,
    EXIT.configuration,
  );
}

/** `name=value,name=value`, values percent-encoded. */
function pairs(text = ""): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const [name = "", ...value] = pair.split("=");
      return name.trim() === "" ? [] : [[name.trim(), decoded(value.join("=").trim())]];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
