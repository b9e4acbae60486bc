/** Values of OpenTelemetry attributes that we use. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Something that took a time. */
export interface SpanStart {
  readonly name: string;
  /** `client`: it waits for another program. */
  readonly kind: "internal" | "client";
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly attributes: Attributes;
}

export interface OpenSpan {
  /** @param error  says that it failed, in one low-cardinality word */
  end(endMs: number, attributes?: Attributes, error?: string): void;
}

/** A measure as it is told to a backend: its unit, and the bounds of its buckets where it is a distribution. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** Absent: a sum that only grows. */
  readonly bounds?: readonly number[];
}

/** Where spans and measures go. Never throws: what cannot be sent is lost, and the run goes on. */
export interface TelemetrySink {
  begin(start: SpanStart, parent: OpenSpan | undefined): OpenSpan;
  add(measure: Measure, value: number, attributes: Attributes): void;
  /** Sends what is waiting; resolves when it is sent, or given up. */
  flush(): Promise<void>;
}
