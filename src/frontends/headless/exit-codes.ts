import { EXIT, type ExitCode } from "../../base/user-error.ts";
import type { ModelFailure, Outcome } from "../../core/protocol/outcome.ts";

/** The exit code a run's outcome earns. */
export function exitCodeOf(outcome: Outcome): ExitCode {
  switch (outcome.kind) {
    case "done":
      return EXIT.done;
    case "unanswered":
      return outcome.asked === "change" ? EXIT.authentication : EXIT.failed;
    case "denied":
    case "failed":
      return EXIT.failed;
    case "cancelled":
      return EXIT.interrupted;
    case "limit":
      if (outcome.limit === "steps") return EXIT.turnLimit;
      return outcome.limit === "repetition" ? EXIT.failed : EXIT.budget;
    case "model-failed":
      return failureExitCode(outcome.failure);
  }
}

function failureExitCode(failure: ModelFailure): ExitCode {
  switch (failure.kind) {
    case "auth":
      return EXIT.authentication;
    case "rate-limit":
    case "overloaded":
    case "network":
    case "stalled":
      return EXIT.transient;
    case "replay-mismatch":
      return EXIT.badInput;
    case "repeating":
    case "overflow":
    case "over-budget":
    case "refused":
    case "bad-request":
    case "tools-unsupported":
    case "unknown":
      return EXIT.failed;
  }
}
