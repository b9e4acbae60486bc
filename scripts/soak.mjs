// `npm run soak [-- PATH …]`: all tests, with everything that `test/rounds.ts` has an ordinary run try a part of.
import { spawnSync } from "node:child_process";

const { status } = spawnSync("vitest", ["run", ...process.argv.slice(2)], {
  env: { ...process.env, TEST_SOAK: "1" },
  stdio: "inherit",
  shell: process.platform === "win32",
});
process.exit(status ?? 1);
