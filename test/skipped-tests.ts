import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** It starts Waymark, and never so that a sandbox would change anything. */
    isUnconfined?: true;
  }
}

/**
 * Writes `FILE<tab>PATTERN<tab>KIND` of each test that need not be as it would be elsewhere, or is, to the file that `TEST_SKIPPED` names;
 * `vitest run -t PATTERN FILE` asks for it again. `skipped`: it is to be asked where it is not skipped. `unconfined`: it passed, and
 * says the same where there is a sandbox.
 */
export class SkippedTests implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const kind =
      state === "skipped" ? state : state === "passed" && test.meta().isUnconfined ? "unconfined" : undefined;
    if (kind === undefined) return;
    const pattern = test.fullName.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    appendFileSync(process.env["TEST_SKIPPED"] ?? "", `${test.module.relativeModuleId}\t${pattern}\t${kind}\n`);
  }
}
