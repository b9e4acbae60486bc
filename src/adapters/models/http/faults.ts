import type { OverBudget } from "../../../base/budget.ts";

/** An answer that is an error: an HTTP status that is no success, or an error document inside a stream. */
export class ServerFault extends Error {
  override readonly name = "ServerFault";
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Bounded; the error document as it came. */
  readonly body: string;

  constructor(options: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: string;
  }) {
    super(`the server answered with an error${options.status === undefined ? "" : ` (${options.status})`}`);
    this.status = options.status;
    this.headers = options.headers ?? {};
    this.body = options.body;
  }
}

/** `unset`: nobody was asked, for want of a key or an option. */
type TransportFaultKind = "network" | "stalled" | "over-budget" | "unreadable" | "unset";

/** No answer, half of one, or one without end. */
export class TransportFault extends Error {
  override readonly name = "TransportFault";
  readonly kind: TransportFaultKind;
  /** The system's word for it, such as ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(kind: TransportFaultKind, message: string, code?: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }

  static overBudget(error: OverBudget): TransportFault {
    return new TransportFault("over-budget", `it sent ${error.message}`);
  }
}
