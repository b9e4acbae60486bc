import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Writes `FILE<tab>PATTERN` of each test that is skipped to the file that `TEST_SKIPPED` names; `vitest run -t PATTERN FILE` asks for it again. */
export class SkippedTests implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== "skipped") return;
    const pattern = test.fullName.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    appendFileSync(process.env["TEST_SKIPPED"] ?? "", `${test.module.relativeModuleId}\t^${pattern}$\n`);
  }
}
