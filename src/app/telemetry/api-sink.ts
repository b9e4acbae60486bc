import type { Attributes as ApiAttributes, Counter, Histogram, Span } from "@opentelemetry/api";
import type { Attributes, Measure, OpenSpan, SpanStart, TelemetrySink } from "./sink.ts";

type Api = typeof import("@opentelemetry/api");

/** Hands spans and measures to the SDK that the program around us has registered; it sends them when it does. */
export class ApiSink implements TelemetrySink {
  readonly #api: Api;
  readonly #version: string;
  readonly #counters = new Map<string, Counter | Histogram>();

  constructor(api: Api, version: string) {
    this.#api = api;
    this.#version = version;
  }

  begin({ name, kind, startMs, attributes }: SpanStart, parent: OpenSpan | undefined): OpenSpan {
    const { trace, context, SpanKind, SpanStatusCode } = this.#api;
    const around = context.active();
    const above = parent instanceof ApiSpan ? trace.setSpan(around, parent.span) : around;
    const options = {
      kind: kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL,
      startTime: startMs,
      attributes: apiAttributes(attributes),
    };
    const span = trace.getTracer("waymark", this.#version).startSpan(name, options, above);
    return new ApiSpan(span, (endMs, more = {}, error) => {
      span.setAttributes(apiAttributes(more));
      if (error !== undefined) {
        span.setAttribute("error.type", error);
        span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      }
      span.end(endMs);
    });
  }

  add(measure: Measure, value: number, attributes: Attributes): void {
    const instrument = this.#counters.get(measure.name) ?? this.#instrument(measure);
    this.#counters.set(measure.name, instrument);
    if ("add" in instrument) instrument.add(value, apiAttributes(attributes));
    else instrument.record(value, apiAttributes(attributes));
  }

  #instrument({ name, unit, description, bounds }: Measure): Counter | Histogram {
    const meter = this.#api.metrics.getMeter("waymark", this.#version);
    if (bounds === undefined) return meter.createCounter(name, { unit, description });
    return meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: [...bounds] } });
  }

  async flush(): Promise<void> {}
}

class ApiSpan implements OpenSpan {
  readonly span: Span;
  readonly end: OpenSpan["end"];

  constructor(span: Span, end: OpenSpan["end"]) {
    this.span = span;
    this.end = end;
  }
}

function apiAttributes(attributes: Attributes): ApiAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]),
  );
}
