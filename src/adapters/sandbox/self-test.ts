import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../../base/error-text.ts";
import type { Confinement, ProgramStart } from "../../core/ports.ts";
import type { HiddenPath } from "./hidden-paths.ts";

/** Confines a program over a workspace of its own. */
export type Confine = (
  start: ProgramStart,
  confinement: Confinement,
  view: { readonly roots: readonly string[]; readonly hidden: readonly HiddenPath[] },
) => ProgramStart;

export interface SelfTestRequest {
  readonly confine: Confine;
  /** Where the test's own folder is made; not below /tmp, which is private inside. */
  readonly folder: string;
  /** Whether the tier is to hide other processes, and network devices. */
  readonly hasNamespaces: boolean;
}

const LIMIT_MS = 10_000;
const CANARY = "canary";

/** Each line it prints is something that must not have worked; what it wrote is looked at from outside. */
const SCRIPT = `
echo begun
printf x > "$BASE/outside"
printf x > "$BASE/work/inside"
printf x > "$BASE/work/.git/hooks/pre-commit"
printf x > "$BASE/work/.git/config"
mv "$BASE/work/.git" "$BASE/work/moved"
read -r line < "$BASE/secret/key" && [ "$line" = ${CANARY} ] && echo "it read a hidden file"
read -r line < "$BASE/key" && [ "$line" = ${CANARY} ] && echo "it read a hidden file"
mount -o remount,rw,bind / && echo "it remounted the file system"
if [ "$NAMESPACES" = 1 ]; then
  [ "$$" -le 9 ] || echo "it sees the processes of the machine"
  while read -r device rest; do
    case $device in lo:*|Inter-*|face*) ;; *) echo "it has the network device $device" ;; esac
  done < /proc/net/dev
fi
echo ended
`;

/** Tries what a confined program must not do. @returns why the tier does not hold, or undefined when it does */
export async function selfTest({ confine, folder, hasNamespaces }: SelfTestRequest): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const base = realpathSync(mkdtempSync(join(folder, "sandbox-test-")));
  try {
    const root = join(base, "work");
    mkdirSync(join(root, ".git", "hooks"), { recursive: true });
    writeFileSync(join(root, ".git", "config"), "");
    mkdirSync(join(base, "secret"));
    for (const path of ["secret/key", "key"]) writeFileSync(join(base, path), `${CANARY}\n`);
    const environment = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", BASE: base, NAMESPACES: hasNamespaces ? "1" : "0" };
    const start = confine(
      { program: "/bin/sh", parameters: ["-c", SCRIPT], environment },
      { writes: "workspace", network: false },
      {
        roots: [root],
        hidden: [
          { path: join(base, "secret"), kind: "folder" },
          { path: join(base, "key"), kind: "file" },
        ],
      },
    );
    const { output, problem } = await run(start, root);
    const lines = output.split("\n").filter((line) => line !== "");
    if (lines[0] !== "begun" || lines.at(-1) !== "ended") return `it does not start (${problem ?? "no output"})`;
    const problems = [...lines.slice(1, -1), ...tracesIn(base)];
    return problems.length === 0 ? undefined : problems.join(", ");
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function tracesIn(base: string): readonly string[] {
  const work = join(base, "work");
  return [
    ...(existsSync(join(base, "outside")) ? ["it wrote outside the working folder"] : []),
    ...(existsSync(join(work, "inside")) ? [] : ["it could not write in the working folder"]),
    ...(existsSync(join(work, "moved")) ? ["it moved the git folder"] : []),
    ...(existsSync(join(work, ".git", "hooks", "pre-commit")) ? ["it wrote a git hook"] : []),
    ...(readIfThere(join(work, ".git", "config")) === "" ? [] : ["it wrote the git configuration"]),
  ];
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function run(start: ProgramStart, cwd: string): Promise<{ readonly output: string; readonly problem?: string }> {
  const { program, parameters, environment } = start;
  return new Promise((resolve) => {
    execFile(program, parameters, { cwd, env: environment, timeout: LIMIT_MS }, (error, stdout, stderr) => {
      const problem = stderr.trim().split("\n")[0] || (error === null ? undefined : errorText(error));
      resolve({ output: stdout, ...(problem === undefined ? {} : { problem }) });
    });
  });
}
