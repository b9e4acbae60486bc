import { defineConfig } from "vitest/config";

const HOUR_MS = 3_600_000;

/** Units run beside the source; end-to-end tests drive the built binary (dist/main.js). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/*.test.ts"],
          globalSetup: "test/loopback.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/{e2e,faults,promises,terminal}/**/*.test.ts"],
          globalSetup: "test/loopback.ts",
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      // Run by name only: `npm run faults`, `npm run cases`.
      ...["faults", "cases"].map((name) => ({
        test: {
          name,
          include: [`test/matrix/${name}.test.ts`],
          globalSetup: "test/loopback.ts",
          testTimeout: HOUR_MS,
        },
      })),
    ],
    maxWorkers: 2,
  },
});
