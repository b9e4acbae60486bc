import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgedBy } from "../src/app/permissions/judge-command.ts";
import { classifyCommand } from "../src/engines/shell/classify-command.ts";
import { shellLines } from "./shell-lines.ts";

export interface LinesTried {
  readonly judged: number;
  readonly free: number;
  /** Lines that are free where nothing may be written, and left a mark. */
  readonly marked: readonly string[];
}

const SECRET = "the-secret-of-elsewhere";
/** Runs each line by itself and names those that changed the folder or showed what lies beside it. */
const DRIVER = `
names() { local IFS=/; set -- .* *; printf %s "$*"; }
shopt -s nullglob
before=$(names)
for file in "$1"/*; do
  IFS= read -r -d '' line <"$file"
  timeout -k 1 3 bash --noprofile --norc -c "$line" </dev/null >/dev/shm/shown 2>&1
  if [ "$(names)" != "$before" ] || grep -q ${SECRET} /dev/shm/shown || [ "$(cat a.txt)" != a ]; then
    echo "\${file##*/}"
    rm -rf -- mark [!ato]*; echo a >a.txt
    [ "$(names)" = "$before" ] || { echo stuck; exit 1; }
  fi
done`;

/** Around each line: nothing in plan mode, or a command beside it that a rule allows. */
export const SITUATIONS = {
  alone: { before: "", allow: [] },
  besideRule: { before: "npm test; ", allow: ["shell(npm test $)"] },
} as const;

/** Judges lines where no read profile stands around them, and has a real shell run those that are free, in a place of their own. */
export function tryShellLines(seed: number, count: number, situation: keyof typeof SITUATIONS = "alone"): LinesTried {
  const { before, allow } = SITUATIONS[situation];
  const place = realpathSync(mkdtempSync(join(tmpdir(), "waymark-lines-")));
  try {
    const [root, lines, home] = [join(place, "work"), join(place, "lines"), join(place, "home")];
    for (const folder of [root, lines, home, join(place, "bin")]) mkdirSync(folder);
    writeFileSync(join(place, "bin", "npm"), "#!/bin/sh\n", { mode: 0o755 });
    writeFileSync(join(root, "a.txt"), "a\n");
    writeFileSync(join(root, "t.sh"), "touch mark\n");
    writeFileSync(join(place, "secret.txt"), `${SECRET}\n`);
    symlinkSync("../secret.txt", join(root, "out"));
    const free = [...shellLines(seed, count)]
      .map((line) => before + line)
      .filter((command) => isFree(command, { root, home, allow }));
    for (const [index, line] of free.entries()) writeFileSync(join(lines, String(index)), `${line}\0`);
    return { judged: count, free: free.length, marked: run(place, root, lines).map((index) => free[index] ?? "stuck") };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

interface Place {
  readonly root: string;
  readonly home: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** Whether a line runs unasked in plan mode where no read profile stands around it. */
export const isFree = (command: string, { root, home, allow = [], deny = [] }: Place): boolean =>
  classifyCommand(
    command,
    judgedBy({ tool: "shell", rules: { allow, ask: [], deny }, root, home, trustedPrograms: [], own: [] }),
  ).verdict === "allow";

function run(place: string, root: string, lines: string): readonly number[] {
  const walls = ["--ro-bind", "/", "/", "--bind", root, root, "--dev", "/dev", "--proc", "/proc", "--unshare-all"];
  const { stdout, stderr } = spawnSync(
    "bwrap",
    [...walls, "--die-with-parent", "--chdir", root, "bash", "--noprofile", "--norc", "-c", DRIVER, "driver", lines],
    {
      encoding: "utf8",
      env: { PATH: `${join(place, "bin")}:${process.env["PATH"]}`, HOME: join(place, "home") },
      timeout: 600_000,
    },
  );
  if (stderr !== "") throw new Error(stderr);
  return stdout.split("\n").filter(Boolean).map(Number);
}
