import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SkippedTests } from "./test/skipped-tests.ts";

const HOUR_MS = 3_600_000;
// Real browsers, servers and processes on a machine that others load: CI asks once more, and the report names who needed it.
const RETRIES = Number(process.env["TEST_RETRIES"] ?? 0);
const LOOPBACK = "test/loopback.ts";
const INSTALLED = [LOOPBACK, "test/e2e/installed-package.ts"];

/** Vitest begins with the largest files; these are short and take longest: at the end the other workers would wait for one. */
const LONG =
  /\/test\/(?:promises|faults\/(?:plan|agent)-kill|e2e\/(?:soak|hostile-names|everyday-commands|sandbox-first|two-sessions-soak|waiting|acpx|packaged|red-team\/(?:bounds|copies|common-folder)))\b/;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const UNIT = { globalSetup: LOOPBACK, testTimeout: 60_000, hookTimeout: 60_000, retry: RETRIES };
/** Modules that keep what they found (programs, grammars, processes): each file begins with new ones. */
const KEEPING = "src/adapters/{code-index,processes,sandbox}/**";
/** Files of one of these leave nothing behind that could reach the next: a worker reads the modules once for all of them. */
const SHARING = {
  floors: "src/{base,core,engines,tools}/**/*.test.ts",
  adapters: "src/adapters/**/*.test.ts",
  faces: "{src/{app,exports,frontends}/**,test}/*.test.ts",
};

/** Units run beside the source; end-to-end tests drive the package as it is installed. */
export default defineConfig({
  test: {
    projects: [
      ...Object.entries(SHARING).map(([name, tests]) => ({
        test: { name, include: [tests], exclude: [KEEPING], isolate: false, ...UNIT },
      })),
      { test: { name: "unit", include: [`${KEEPING}/*.test.ts`], ...UNIT } },
      {
        test: {
          name: "e2e",
          include: ["test/{e2e,faults,promises,terminal}/**/*.test.ts"],
          setupFiles: "test/e2e/bounded-starts.ts",
          globalSetup: INSTALLED,
          // What they try are other processes; a worker reads the helpers once for all.
          isolate: false,
          // Thrice the processors: a fifth of it is waiting for screens, servers and timers where five do it.
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
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
    // One more than the processors: a quarter of it is waiting for disks, servers and timers.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // The tests that this machine skips, for a run that has what they lacked.
    ...(process.env["TEST_SKIPPED"] && { reporters: ["default", new SkippedTests()] }),
  },
});
