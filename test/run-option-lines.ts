import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { commandEnvironment, LOOKING } from "../src/adapters/processes/environment.ts";
import { KEPT, KEPT_TAG, linesOf, type Probed, SECRET } from "./option-lines.ts";
import { isFree } from "./run-shell-lines.ts";

/** What a rule denies. */
const DENIED = "Dk3Hs8Lp5Rw1Jc6Y";
const SECRETS = ["work/.env", "work/lib/.env", "work/id_rsa", "home/.netrc", "home/.bashrc", "other/x", "outside.txt"];
/** Whatever starts, reaches or ends something else; and, where it is asked for, each file that is looked for. */
const TRACED = "?execve ?connect ?kill ?sethostname ?clock_settime ?settimeofday ?mount ?umount2 ?setpriority".split(
  " ",
);
const LOOKED_FOR = ["?open", "?openat"];
/** Above the number of any process. */
const FIRST = 1_000_000_000;
const LAST = 2_000_000_000;
/**
 * Each line by itself; a process that is not there is asked for in vain, which says in the trace which line comes next. What is written is newer
 * than the beginning; what is read was read later than it was written, which is what -N asks.
 */
const DRIVER = `
shopt -s nullglob dotglob; ulimit -f 4096
exec 2>/dev/null 9<"$1/lines"
place=$1 out=$1/out index=0 before=
look() { now=("$place"/outside.txt "$place"/{work,home,other}/* "$place"/work/{sub,keys,lib,private,.git,.git/*}/*); }
ready() { command -p touch -a -d 2001-01-01 $secrets; command -p touch -m -d 2002-01-01 $secrets; }
secrets=$(for secret in ${SECRETS.join(" ")}; do echo "$place/$secret"; done)
command -p cp -a "$place"/{work,home,other,outside.txt} "$place/kept"; ready; look; before="\${now[*]}"
: >"$out/begun"; command -p sleep 0.1
while IFS= read -r -u 9 line; do
  kill -0 $((${FIRST} + index))
  exec 8< <(eval "$line" </dev/null >"$out/$index" 2>&1 9<&-)
  # The pipe ends with the line; over 128, it was waited for in vain.
  read -t 3 -u 8 || [ $? -lt 128 ] || kill -KILL -1
  kill -0 ${LAST}; did=
  for secret in $secrets; do [ -N "$secret" ] || did+="; reads \${secret##*/}"; done
  look
  [ "\${now[*]}" = "$before" ] || did+="; makes or removes a file"
  for file in "\${now[@]}"; do [ "$file" -nt "$out/begun" ] && did+="; writes \${file##*/}"; done
  if [ -n "$did" ]; then
    printf '%s\\n' "$index \${did#; }" >>"$out/marks"
    command -p rm -rf "$place"/{work,home,other,outside.txt}; command -p cp -a "$place"/kept/* "$place"; cd "$place/work"; ready
  fi
  index=$((index + 1))
done`;

/** What a line did beyond reading what it may. */
export interface Mark {
  readonly line: string;
  readonly did: string;
}
export interface Seen {
  readonly marks: readonly Mark[];
  /** Names in the folder and the home that were looked for and stand in no line, each with the first that did: settings of the program. */
  readonly looksFor: ReadonlyMap<string, string>;
}

export interface OptionPlace extends Disposable {
  /** The lines of a program that run unasked in plan mode where no read profile stands around them. */
  freeLines(probed: Probed, bounds: { readonly seed: number; readonly lines: number }): readonly string[];
  /** Has a shell run them in a place of its own. @param looks  each file that is looked for is written down, too, which takes long */
  run(lines: readonly string[], looks?: boolean): Seen;
}

/** How many lines are judged for one that is free. */
const JUDGED_MAX = 6;

export function optionPlace(): OptionPlace {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "waymark-options-")));
  const [root, home] = [join(place, "work"), join(place, "home")];
  for (const folder of [
    root,
    ...["sub", "keys", "lib", "private"].map((name) => join(root, name)),
    home,
    join(place, "out"),
    join(place, "other"),
    join(place, "kept"),
  ])
    mkdirSync(folder);
  writeFileSync(join(root, "a.txt"), "a b\n1 2\nc: d\n");
  writeFileSync(join(root, "b.txt"), "b\n");
  writeFileSync(join(root, "a.json"), '{"a":1}\n');
  writeFileSync(join(root, "sub/c.txt"), "c\n");
  writeFileSync(join(root, "lib/a.ts"), "const a = 1;\n");
  writeFileSync(join(root, "keys/.env"), `MYPASS=first ${SECRET}\n`);
  writeFileSync(join(root, "private/x.txt"), `x ${DENIED} \n`);
  for (const secret of SECRETS) writeFileSync(join(place, secret), `${SECRET}\n`);
  symlinkSync("../outside.txt", join(root, "out"));
  // What packers open where the name is not there.
  symlinkSync("../outside.txt", join(root, "x.gz"));
  symlinkSync("../other", join(root, "away"));
  const ofCommands = commandEnvironment({ PATH: process.env["PATH"], HOME: home, LANG: "C.UTF-8" }, { roots: [root] });
  const environment = { ...ofCommands, ...LOOKING };
  writeFileSync(join(place, "kept.txt"), KEPT);
  const make = [
    "git init -q && git config user.name a && git config user.email a@example.org && git add a.txt b.txt sub keys private && git commit -qm 'one: x'",
    `cp ../kept.txt keys/.env; echo '${DENIED}' >>private/x.txt; git tag ${KEPT_TAG} $(git hash-object -w keys/.env); rm ../kept.txt`,
    "echo c >>b.txt; git commit -qam two; echo d >>b.txt; git branch other; git tag v1; rm -f .git/hooks/*",
    "gzip -k a.txt; tar cf a.tar a.txt sub; tar czf a.tar.gz a.txt keys; zip -q a.zip a.txt keys/.env; cp /bin/true a.o",
  ];
  spawnSync("bash", ["-c", make.join("\n")], { cwd: root, env: environment });
  const isFreeHere = (line: string): boolean => isFree(line, { root, home, deny: ["Read(private/**)"] });
  const where = { place, environment };
  return {
    freeLines(probed, { seed, lines }) {
      const free = new Set<string>();
      let judged = 0;
      for (const line of linesOf(probed, seed, isFreeHere)) {
        if (free.size >= lines || judged++ >= JUDGED_MAX * lines) break;
        if (!free.has(line) && isFreeHere(line)) free.add(line);
      }
      return [...free];
    },
    run: (lines, looks = false) => run(where, lines, looks),
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}

interface Where {
  readonly place: string;
  readonly environment: Readonly<Record<string, string>>;
}

function run({ place, environment }: Where, lines: readonly string[], looks: boolean): Seen {
  const out = join(place, "out");
  const trace = join(out, "trace");
  // What each starts by nature is seen first.
  const versions = [...new Set(lines.map(programOf))].map((program) => `${program} --version`);
  const all = [...versions, ...lines];
  writeFileSync(join(place, "lines"), all.map((line) => `${line}\n`).join(""));
  const walls = [
    "--ro-bind",
    "/",
    "/",
    "--bind",
    place,
    place,
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--unshare-all",
    "--die-with-parent",
  ];
  const traced = [...TRACED, ...(looks ? LOOKED_FOR : [])].join(",");
  const tracing = [
    "-f",
    "-y",
    "-qq",
    "--seccomp-bpf",
    "-s",
    "200",
    "-e",
    "signal=none",
    "-e",
    `trace=${traced}`,
    "-o",
    trace,
  ];
  const shell = ["bash", "--noprofile", "--norc", "-c", DRIVER, "driver", place];
  const { stderr } = spawnSync("strace", [...tracing, "bwrap", ...walls, "--chdir", join(place, "work"), ...shell], {
    encoding: "utf8",
    env: environment,
    timeout: 3_600_000,
  });
  const found = new Found(all, versions.length);
  const last = found.readTrace(readFileSync(trace, "utf8"), place);
  if (last !== all.length - 1) throw new Error(`${last + 1} of ${all.length} lines ran: ${stderr}`);
  rmSync(trace);
  for (const name of readdirSync(out)) {
    const bytes = readFileSync(join(out, name));
    if (name === "marks") found.readMarks(bytes.toString());
    else if (shows(bytes)) found.mark(Number(name), "shows a secret");
    rmSync(join(out, name));
  }
  rmSync(join(place, "kept"), { recursive: true });
  mkdirSync(join(place, "kept"));
  return found;
}

class Found implements Seen {
  readonly marks: Mark[] = [];
  readonly looksFor = new Map<string, string>();
  private readonly seen = new Set<string>();
  private readonly lines: readonly string[];
  private readonly versions: number;
  private readonly started = new Set(STARTED_BY_NATURE);
  constructor(lines: readonly string[], versions: number) {
    this.lines = lines;
    this.versions = versions;
  }

  mark(index: number, did: string): void {
    const key = `${index} ${did}`;
    if (!this.seen.has(key)) this.marks.push({ line: this.lines[index] ?? "", did });
    this.seen.add(key);
  }

  readMarks(text: string): void {
    for (const [, index, did = ""] of text.matchAll(/^(\d+) (.*)$/gm))
      if (did !== REFRESHES && !(/^reads [^;]*$/.test(did) && SHOWS_NOTHING.test(this.lines[Number(index)] ?? "")))
        this.mark(Number(index), did);
  }

  readTrace(text: string, place: string): number {
    let [index, last] = [-1, -1];
    for (const call of text.split("\n")) {
      const next = Number(/ kill\((\d+), 0\)/.exec(call)?.[1] ?? 0) - FIRST;
      if (next >= 0) index = next;
      else if (index >= 0 && index < this.lines.length) this.readCall(call, index, place);
      if (index < this.lines.length) last = index;
    }
    return last;
  }

  private readCall(call: string, index: number, place: string): void {
    const [, name = "", rest = ""] = /^\d+ +(\w+)\((.*)$/s.exec(call) ?? [];
    const line = this.lines[index] ?? "";
    if (name === "" || (name === "execve" && /= -1/.test(rest))) return;
    if (/^open/.test(name)) {
      const path = / = \d+<([^>]*)>/.exec(rest)?.[1] ?? /"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1] ?? "";
      const isHere = (path.startsWith(place) && !path.includes("/out/")) || !/^(?:\/|pipe:)/.test(path);
      if (isHere && !line.includes(basename(path)) && !this.looksFor.has(path)) this.looksFor.set(path, line);
    } else if (name === "execve") {
      const started = basename(/^"([^"]*)"/.exec(rest)?.[1] ?? "");
      const key = `${programOf(line)} ${started}`;
      if (index < this.versions) this.started.add(key);
      else if (!this.started.has(key)) this.mark(index, `starts ${started}`);
    } else if (!/nscd|^-1, SIGKILL/.test(rest)) this.mark(index, `${name}(${rest.slice(0, 80)}`);
  }
}

const STARTED_BY_NATURE = [
  "zcat gzip",
  "gunzip gzip",
  "locale gzip",
  "lsb_release cat",
  "yq jq",
  "tar gzip",
  "tar bzip2",
  "tar xz",
  "tar zstd",
  "dpkg dpkg-query",
];
/** These count what they read, tell how its lines end, or leave out the names that stand there. */
const SHOWS_NOTHING = /^(?:wc|tree|git ls-files) /;
/** Git notes anew when it last looked at the files that it knows. */
const REFRESHES = "writes .git; writes index";

const programOf = (line: string): string => line.split(" ", 1)[0] ?? "";

const FORMS = [SECRET, DENIED].flatMap((word) => [
  word,
  [...word].reverse().join(""),
  Buffer.from(word).toString("base64").slice(0, 12),
  Buffer.from(word).toString("hex"),
]);
const shows = (bytes: Buffer): boolean => {
  const text = bytes.toString("latin1");
  return FORMS.some((form) => text.includes(form));
};
