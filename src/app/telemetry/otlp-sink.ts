import { randomBytes } from "node:crypto";
import { getText } from "../../adapters/models/http/request.ts";
import type { Environment } from "../settings/locations.ts";
import type { Attributes, Measure, OpenSpan, SpanStart, TelemetrySink } from "./sink.ts";

/** What OpenTelemetry's own variables say of where to send and who sends. */
export interface OtlpTarget {
  readonly tracesUrl: string;
  readonly metricsUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Attributes;
  /** A span of whoever started us (W3C `traceparent`): ours lie below it. */
  readonly parent?: { readonly traceId: string; readonly spanId: string };
  readonly version: string;
  readonly environment: Environment;
}

const SPANS_MAX = 4096;
const TIMEOUT_MS = 3_000;
const KINDS = { internal: 1, client: 3 } as const;
const CUMULATIVE = 2;
const ERROR = 2;

interface Series {
  readonly measure: Measure;
  readonly attributes: Attributes;
  readonly startMs: number;
  count: number;
  sum: number;
  readonly buckets: number[];
}

/** Sends OTLP over HTTP as JSON (https://opentelemetry.io/docs/specs/otlp, 1.5), without any package. */
export class OtlpSink implements TelemetrySink {
  readonly #target: OtlpTarget;
  readonly #now: () => number;
  readonly #series = new Map<string, Series>();
  #spans: object[] = [];
  #sending: Promise<void> = Promise.resolve();

  constructor(target: OtlpTarget, now: () => number) {
    this.#target = target;
    this.#now = now;
  }

  begin({ name, kind, startMs, attributes }: SpanStart, parent: OpenSpan | undefined): OpenSpan {
    const above = parent instanceof OtlpSpan ? parent : this.#target.parent;
    const span = new OtlpSpan(above?.traceId ?? randomBytes(16).toString("hex"), (endMs, more, error) => {
      if (this.#spans.length >= SPANS_MAX) this.#spans.shift();
      this.#spans.push({
        ...{ traceId: span.traceId, spanId: span.spanId, ...(above && { parentSpanId: above.spanId }) },
        ...{ name, kind: KINDS[kind], startTimeUnixNano: nanos(startMs), endTimeUnixNano: nanos(endMs) },
        attributes: keyValues({ ...attributes, ...more, ...(error === undefined ? {} : { "error.type": error }) }),
        status: error === undefined ? {} : { code: ERROR, message: error },
      });
    });
    return span;
  }

  add(measure: Measure, value: number, attributes: Attributes): void {
    const key = JSON.stringify([measure.name, attributes]);
    const bounds = measure.bounds ?? [];
    const series = this.#series.get(key) ?? {
      ...{ measure, attributes, startMs: this.#now(), count: 0, sum: 0 },
      buckets: Array.from({ length: bounds.length + 1 }, () => 0),
    };
    this.#series.set(key, series);
    series.count++;
    series.sum += value;
    const index = bounds.findIndex((bound) => value <= bound);
    const bucket = index === -1 ? bounds.length : index;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  async #send(): Promise<void> {
    const spans = this.#spans;
    this.#spans = [];
    const { tracesUrl, metricsUrl, resource: attributes, version } = this.#target;
    const resource = { attributes: keyValues(attributes) };
    const scope = { name: "waymark", version };
    const metrics = [...Map.groupBy(this.#series.values(), ({ measure }) => measure)].map(([measure, series]) =>
      metricOf(measure, series, this.#now()),
    );
    await Promise.all([
      spans.length > 0 && this.#post(tracesUrl, { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }),
      metrics.length > 0 &&
        this.#post(metricsUrl, { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] }),
    ]);
  }

  async #post(url: string, body: object): Promise<void> {
    const { headers, environment } = this.#target;
    const sent = { ...headers, "content-type": "application/json" };
    try {
      await getText(url, {
        ...{ headers: sent, body: JSON.stringify(body), environment, timeoutMs: TIMEOUT_MS },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch {
      // Whoever looks after the work must not hinder it; `--debug` has each request and what came of it.
    }
  }
}

class OtlpSpan implements OpenSpan {
  readonly traceId: string;
  readonly spanId = randomBytes(8).toString("hex");
  readonly end: OpenSpan["end"];

  constructor(traceId: string, end: OpenSpan["end"]) {
    this.traceId = traceId;
    this.end = end;
  }
}

const nanos = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`;

function metricOf({ name, unit, description, bounds }: Measure, all: readonly Series[], nowMs: number): object {
  const times = ({ startMs }: Series) => ({ startTimeUnixNano: nanos(startMs), timeUnixNano: nanos(nowMs) });
  if (bounds === undefined) {
    const dataPoints = all.map((series) => ({
      ...{ attributes: keyValues(series.attributes), asDouble: series.sum },
      ...times(series),
    }));
    return { name, unit, description, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } };
  }
  const dataPoints = all.map((series) => ({
    ...{ attributes: keyValues(series.attributes), count: `${series.count}`, sum: series.sum },
    ...{ bucketCounts: series.buckets.map(String), explicitBounds: bounds },
    ...times(series),
  }));
  return { name, unit, description, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } };
}

function keyValues(attributes: Attributes): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));
}

function otlpValue(value: Attributes[string]): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}
