import { defineConfig } from "vitest/config";
import { SkippedTests } from "./test/skipped-tests.ts";

const HOUR_MS = 3_600_000;
// Real browsers, servers and processes on a machine that others load: CI asks once more, and the report names who needed it.
const RETRIES = Number(process.env["TEST_RETRIES"] ?? 0);
const LOOPBACK = "test/loopback.ts";
const INSTALLED = [LOOPBACK, "test/e2e/installed-package.ts"];

/** Units run beside the source; end-to-end tests drive the package as it is installed. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/*.test.ts"],
          globalSetup: LOOPBACK,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry: RETRIES,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/{e2e,faults,promises,terminal}/**/*.test.ts"],
          globalSetup: INSTALLED,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          retry: RETRIES,
          // What comes later comes much later on a busy machine: only the test's own limit ends the waiting.
          expect: { poll: { timeout: 90_000 } },
        },
      },
      // Run by name only: `npm run faults`, `npm run cases`.
      ...["faults", "cases"].map((name) => ({
        test: {
          name,
          include: [`test/matrix/${name}.test.ts`],
          globalSetup: name === "faults" ? INSTALLED : LOOPBACK,
          testTimeout: HOUR_MS,
        },
      })),
    ],
    maxWorkers: 2,
    // The tests that this machine skips, for a run that has what they lacked.
    ...(process.env["TEST_SKIPPED"] && { reporters: ["default", new SkippedTests()] }),
  },
});
