import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

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
  cargo: ["--version"],
  chromium: ["--version"],
  git: ["--version"],
  go: ["version"],
  make: ["--version"],
  mvn: ["--version"],
  pnpm: ["--version"],
  pytest: ["--version"],
  python3: ["-c", "pass"],
  "redis-server": ["--version"],
  strace: ["-qq", "-o", "/dev/null", "true"],
  tmux: ["-V"],
  tox: ["--version"],
  unshare: ["-rn", "true"],
} as const;

/**
 * Why the tests that need a program are skipped here; undefined where it works. Every file with such a test asks this, by this name:
 * continuous integration runs all tests without some of these programs, and then, of the files that ask for one, what was skipped.
 * @param asked  what it must be able to do
 */
export function missing(program: keyof typeof ASKED, asked: readonly string[] = ASKED[program]): string | undefined {
  if (spawnSync(program, asked).status === 0) return undefined;
  const reason = `${program} is not there, or may not run`;
  console.warn(`Tests are skipped: ${reason}.`);
  return reason;
}

/** The program of a package that only tests use, where it is installed; else the tests that need it are skipped with a word. */
export function programOf(name: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: string | Record<string, string> };
    return join(dirname(manifest), typeof bin === "string" ? bin : (Object.values(bin)[0] ?? ""));
  } catch {
    console.warn(`Tests are skipped: ${name} is not installed.`);
    return undefined;
  }
}
