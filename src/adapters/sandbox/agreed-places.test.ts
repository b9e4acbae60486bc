import { execFileSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { missing } from "../../../test/optional-programs.ts";
import { inTurn } from "../../../test/rounds.ts";
import { sessionSandbox } from "../../app/permissions/sandbox-use.ts";
import type { CommandResult } from "../../core/ports/processes.ts";
import { createProcesses } from "../processes/processes.ts";
import { watchProtected } from "./protected-watch.ts";

/** Not below /tmp, which is private inside. */
const PLACE = join(homedir(), ".cache");
const PROTECTED = [
  ".claude/settings.json",
  ".git/hooks/pre-commit",
  ".mcp.json",
  ".github/workflows/ci.yml",
  ".husky/pre-commit",
  "sub/.vscode/tasks.json",
];
const LINES: readonly ((path: string) => string)[] = [
  (path) => `mkdir -p ${dirname(path)} && echo '{}' > ${path}`,
  (path) => `mkdir -p ${dirname(path)}; printf x | tee ${path}`,
  (path) => `mkdir -p ${dirname(path)} && cp a.txt ${path} && chmod +x ${path}`,
  (path) => `mkdir -p ${dirname(path)}; install a.txt ${path}`,
  (path) => `bash -c "mkdir -p ${dirname(path)}; cat a.txt >> ${path}"`,
  (path) => `mkdir -p ${dirname(path)}; mv a.txt ${path}`,
  (path) => `rm -f ${path}`,
  (path) => `sed -i s/there/here/ ${path}`,
];
/** Writes what a line that names that path does not name. */
const sneak = (named: string): string =>
  PROTECTED.filter((path) => path !== named)
    .flatMap((path) => (dirname(path) === "." ? [path] : [path, join(dirname(path), "sneaked")]))
    .map((path) => `mkdir -p ${dirname(path)}; echo sneaked > ${path}\n`)
    .join("");

/** A folder with a repository. @param has  files that are there */
function folder(named: string, has: readonly string[]): string {
  mkdirSync(PLACE, { recursive: true });
  const root = realpathSync(mkdtempSync(join(PLACE, "waymark-agreed-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  execFileSync("git", ["init", "-q", root], { env: { PATH: process.env["PATH"] ?? "", HOME: root } });
  rmSync(join(root, ".git/hooks"), { recursive: true, force: true });
  for (const path of ["a.txt", "sneak.sh", "sub/a.txt", ".git/hooks/kept", ...has]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path === "sneak.sh" ? `exec 2>/dev/null\n${sneak(named)}` : `${path} there\n`);
  }
  return root;
}

async function run(root: string, command: string, how: { readonly isAgreed: boolean }): Promise<CommandResult> {
  const session = sessionIn(root);
  return session(command, how).finally(session.end);
}

function sessionIn(root: string) {
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(root, "home"),
    XDG_CACHE_HOME: join(root, "../.waymark-agreed-cache"),
  };
  const sandbox = sessionSandbox({ mode: undefined, cwd: root, addDirs: [], environment });
  const processes = createProcesses({
    root,
    environment,
    openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
    watch: ({ tier, confinement }) => watchProtected({ roots: [root], own: [], opens: confinement?.opens }, tier),
    ...(sandbox.use && { sandbox: sandbox.use }),
  });
  const session = (command: string, { isAgreed }: { readonly isAgreed: boolean }): Promise<CommandResult> => {
    const agreed = isAgreed ? ({ isAgreed } as const) : {};
    return processes.run({ command, timeoutMs: 60_000, ...agreed }, new AbortController().signal);
  };
  const end = async (): Promise<void> => {
    await processes.close();
    sandbox.close();
  };
  return Object.assign(session, { end, asked: (command: string) => processes.confinement({ command }) });
}

/** Files of protected names and beside them, with what they hold and who may start them. */
const protectedIn = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync("{,.*/,*/,*/.*/,.*/*/}{*,.*}", { cwd: root })
      .filter(
        (path) =>
          /^(?:sub\/)?\.(?!git\/(?!hooks))/.test(path) &&
          !path.includes(".taken-back") &&
          statSync(join(root, path)).isFile(),
      )
      .map((path) => [path, `${statSync(join(root, path)).mode & 0o111} ${readFileSync(join(root, path), "utf8")}`]),
  );

describe.skipIf(missing("bwrap") !== undefined)("below bubblewrap", () => {
  test.for(PROTECTED.map((path, at) => ({ path, at })))(
    "a yes to a line that names $path counts for that, and for nothing beside it",
    async ({ path, at }) => {
      const beside = join(dirname(path), "beside");
      for (const [index, line] of inTurn(8, LINES, at).entries()) {
        const [has = []] = inTurn(3, [[path, beside], [beside], []], at + index);
        const command = line(path);
        const [plain, agreed, unasked] = [folder(path, has), folder(path, has), folder(path, has)];
        const before = protectedIn(unasked);
        execFileSync("bash", ["-c", `${command} 2>/dev/null || true`], { cwd: plain });
        const { output } = await run(agreed, `${command}; sh ./sneak.sh`, { isAgreed: true });
        expect([command, has, output, protectedIn(agreed)]).toEqual([command, has, output, protectedIn(plain)]);
        await run(unasked, `${command}; sh ./sneak.sh`, { isAgreed: false });
        expect([command, has, protectedIn(unasked)]).toEqual([command, has, before]);
      }
    },
  );

  test("a yes to a push opens the repository beside that git means by it, for later pushes too, and nothing that starts programs in it", async () => {
    const root = folder("", []);
    const git = (...words: readonly string[]) =>
      execFileSync("git", words, { cwd: root, encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", HOME: root } });
    const remotes = ["a", "b", "c", "d.git", "e", "f"].map((name) =>
      join(dirname(root), `waymark-agreed-remote-${name}`),
    );
    for (const remote of remotes) {
      onTestFinished(() => rmSync(remote, { recursive: true, force: true }));
      git("init", "-q", "--bare", remote);
    }
    const [a = "", b = "", c = "", d = "", e = "", f = ""] = remotes;
    for (const [name, value] of [
      ...[
        ["user.name", "a"],
        ["user.email", "a@b.c"],
        ["remote.origin.url", "host:x"],
        ["remote.origin.pushurl", a],
      ],
      ...[
        ["remote.far.url", "https://far.example/b"],
        [`url.${b}.insteadOf`, "https://far.example/b"],
      ],
      ...[
        ["remote.e.url", relative(root, e)],
        ["branch.main.pushRemote", "e"],
      ],
    ] as const)
      git("config", name ?? "", value ?? "");
    git("checkout", "-q", "-b", "main");
    git("commit", "-q", "--allow-empty", "-m", "one");
    const session = sessionIn(root);
    onTestFinished(session.end);
    const has = (remote: string): string =>
      execFileSync("git", ["--git-dir", remote, "branch"], { encoding: "utf8" }).trim();
    for (const [line, remote] of [
      ["git push origin main", a],
      ["git push -q far HEAD:refs/heads/main", b],
      [`git push ../${basename(c)} main`, c],
      [`cd sub && git -C .. push --no-verify file://${d} main`, d],
      ["git push", e],
    ] as const) {
      await session(line, { isAgreed: false });
      expect([line, has(remote)]).toEqual([line, ""]);
      const { output, sandbox } = await session(`${line}; echo evil > ${remote}/hooks/post-receive`, {
        isAgreed: true,
      });
      expect([line, output, has(remote)]).toEqual([line, output, "main"]);
      expect(sandbox).not.toContain(`, not ${remote},`);
      expect([sandbox, existsSync(join(remote, "hooks/post-receive"))]).toEqual([
        expect.stringContaining(basename(remote)),
        false,
      ]);
      await session(`${line.replace(/(?:HEAD:refs\/heads\/)?main/, "HEAD:refs/heads/next")}`, { isAgreed: false });
    }
    expect([a, b, c].map(has)).toEqual(Array(3).fill("main\n  next"));

    const link = join(dirname(root), "waymark-agreed-remote-link");
    onTestFinished(() => rmSync(link, { force: true }));
    const line = `git push ../${basename(link)} HEAD:refs/heads/linked`;
    for (const [to, reached] of [
      [f, ""],
      [d, "linked\n  main\n  next"],
    ] as const) {
      rmSync(link, { force: true });
      symlinkSync(d, link);
      expect(await session.asked(line)).toContain(basename(d));
      rmSync(link);
      symlinkSync(to, link);
      await session(line, { isAgreed: true });
      expect(has(to)).toBe(reached);
    }
  });
});
