import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { classifyCommand } from "../src/engines/shell/classify-command.ts";
import { MARKER, type Starter, startLines } from "./start-lines.ts";

/** Each line by itself; a mark behind it is of what it started. */
const DRIVER = `
place=$1; exec 9<"$place/lines" 2>/dev/null
index=0
while IFS= read -r -u 9 line; do
  timeout -k 1 1 bash --noprofile --norc -c "$line" </dev/null >/dev/null 2>&1 9<&-
  [ -e "$place/out/mark" ] && { echo $index >>"$place/out/marks"; command -p rm -f "$place/out/mark"; }
  index=$((index + 1)); echo $index >"$place/out/last"
done`;
/** What each program says of itself. */
const HELP_DRIVER = `
for program in $2; do timeout -k 1 2 "$program" --help </dev/null >"$1/out/$program" 2>&1; done`;
/** They end what asks them, or wait for it. */
const NOT_TRIED =
  /^(?:kill|killall5?|pkill|skill|fuser|slay|init|telinit|shutdown|reboot|halt|poweroff|systemctl|bwrap|fg|bg|jobs|umask)$/;
const VARIABLE =
  /(?<=[\0\s"'$])([A-Z][A-Z0-9]*_?[A-Z0-9_]*(?:OPTS?|OPTIONS|FLAGS|ARGS|PAGER|EDITOR|CMD|COMMAND|RSH|SHELL|BROWSER|EXEC|PROGRAM|WRAPPER|OPEN|CLOSE))(?=[\0\s"'=])/g;
const PROGRAM_BYTES_MAX = 3_000_000;

export interface StartPlace extends Disposable {
  /** The programs of this machine, with what they say of themselves. */
  starters(isMeant: (program: string) => boolean): readonly Starter[];
  /** The lines of a program that run in a mode in which nothing is asked, beside a rule that denies the marker. */
  freeLines(starter: Starter, bounds: { readonly seed: number; readonly lines: number }): readonly string[];
  /** Has a shell run them where nothing of the machine can be changed. @returns those that started the marker */
  run(lines: readonly string[]): readonly string[];
}

export function startPlace(): StartPlace {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "waymark-starts-")));
  const [root, home, bin] = [join(place, "work"), join(place, "home"), join(place, "bin")];
  for (const folder of [root, home, bin, join(place, "out"), join(root, "node_modules/zz")])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(bin, MARKER), `#!/bin/sh\n: >${place}/out/mark\n`, { mode: 0o755 });
  const files: Readonly<Record<string, string>> = {
    "a.txt": "a b\n1 2\n",
    "a.py": "print(1)\n",
    "a.js": "1;\n",
    "a.pl": "1;\n",
    "a.c": "int main(void) { return 0; }\n",
    "p.1": ".TH P 1\n.SH NAME\np\n",
    Makefile: "x:\n\t@true\n",
    "go.mod": "module x\n",
    "main.go": "package main\n\nfunc main() {}\n",
    "package.json": '{"name":"w","version":"1.0.0","scripts":{"x":"true","test":"true"}}\n',
    "node_modules/zz/package.json": '{"name":"zz","version":"1.0.0"}\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const make =
    "git init -q; git config user.name a; git config user.email a@example.org; git add a.txt; git commit -qm one; echo c >>a.txt; git commit -qam two;" +
    "tar cf a.tar a.txt; tar czf a.tar.gz a.txt; zip -q a.zip a.txt; cp /bin/true a.o";
  spawnSync("bash", ["-c", make], { cwd: root });
  const environment = { PATH: `${bin}:${process.env["PATH"]}`, HOME: home, LANG: "C.UTF-8", TERM: "dumb" };
  const within = (driver: string, ...args: readonly string[]): void => {
    const walls = [
      "--ro-bind",
      "/",
      "/",
      "--tmpfs",
      "/run",
      "--bind",
      place,
      place,
      "--dev",
      "/dev",
      "--proc",
      "/proc",
      "--unshare-all",
    ];
    const shell = ["bash", "--noprofile", "--norc", "-c", driver, "driver", place, ...args];
    spawnSync("bwrap", [...walls, "--die-with-parent", "--new-session", "--chdir", root, ...shell], {
      env: environment,
      timeout: 3_600_000,
      stdio: "ignore",
    });
  };
  return {
    starters(isMeant) {
      const found = programsHere().filter(([name]) => isMeant(name) && !NOT_TRIED.test(name));
      within(HELP_DRIVER, found.map(([name]) => name).join(" "));
      return found.map(([program, path]) => {
        const help = join(place, "out", program);
        const told = existsSync(help) ? readFileSync(help, "latin1") : "";
        const held = readFileSync(path).subarray(0, PROGRAM_BYTES_MAX).toString("latin1");
        rmSync(help, { force: true });
        return {
          program,
          options: [...new Set([...told.matchAll(/(?<![\w-])--?[A-Za-z][\w-]*/g)].map(([option]) => option))],
          variables: [...new Set([...`${told}\n${held}`.matchAll(VARIABLE)].map(([, name = ""]) => name))].slice(0, 60),
        };
      });
    },
    freeLines(starter, { seed, lines }) {
      const free = new Set<string>();
      let tried = 0;
      for (const line of startLines(starter, seed)) {
        if (tried++ >= lines) break;
        const { verdict, isFloor } = classifyCommand(line, {
          ...{ root, home, otherwise: "allow", rules: { deny: [`shell(${MARKER})`] } },
        });
        if (verdict === "allow" || (verdict === "ask" && !isFloor)) free.add(line);
      }
      return [...free];
    },
    run(lines) {
      writeFileSync(join(place, "lines"), lines.map((line) => `${line}\n`).join(""));
      within(DRIVER);
      const marks = join(place, "out/marks");
      const found = existsSync(marks) ? readFileSync(marks, "utf8").trim().split("\n") : [];
      const last = Number(readFileSync(join(place, "out/last"), "utf8"));
      for (const name of readdirSync(join(place, "out")))
        rmSync(join(place, "out", name), { force: true, recursive: true });
      const rest = last < lines.length ? [`${lines[last]} (ended the rest)`] : [];
      return [...found.map((index) => lines[Number(index)] ?? ""), ...rest];
    },
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Names and files of what stands in the folders of the system. */
const programsHere = (): readonly (readonly [string, string])[] =>
  [...new Map(["/bin", "/usr/bin", "/usr/local/bin"].flatMap(namesIn))].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );

const namesIn = (folder: string): readonly (readonly [string, string])[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return /^[\w.+-]+$/.test(name) && existsSync(path) ? [[name, realpathSync(path)] as const] : [];
      })
    : [];
