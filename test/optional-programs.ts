import { spawnSync } from "node:child_process";

/** Programs that a machine may lack or forbid, and what each is asked to show that it works. */
const ASKED = {
  bwrap: [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--unshare-user",
    "--unshare-pid",
    "--unshare-net",
    "true",
  ],
  chromium: ["--version"],
  python3: ["-c", "pass"],
  tmux: ["-V"],
  unshare: ["-rn", "true"],
} as const;

/**
 * Why the tests that need a program are skipped here; undefined where it works. Every file with such a test asks this, by this name:
 * continuous integration runs all tests without these programs, and then again the files that import this one.
 */
export function missing(program: keyof typeof ASKED): string | undefined {
  if (spawnSync(program, ASKED[program]).status === 0) return undefined;
  const reason = `${program} is not there, or may not run`;
  console.warn(`Tests are skipped: ${reason}.`);
  return reason;
}
