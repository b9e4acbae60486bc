// `npm run walk -- FOLDER [80x24]` types every slash command into sessions of the built program in tmux, with the guide and with a scripted model, in
// English and in Portuguese, and writes what then stood on the screen into FOLDER, a file a session: to be looked at by a person.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SLASH_COMMANDS } from "../src/frontends/terminal/slash/index.ts";
import { MAIN, makePlace } from "../test/e2e/run-waymark.ts";

const [, , folder, size = "80x40"] = process.argv;
const [COLUMNS = "", ROWS = ""] = size.split("x");
/** A screen that has not changed for so long is taken to be done. */
const STILL_MS = 1_200;
const WAIT_MS_MAX = 30_000;
const LOOK_MS = 200;

/** What stands behind a command; most are tried alone, too. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  e: ["1", "99"],
  theme: ["dark", "pink"],
  rename: ["walk"],
  resume: ["nothing like that"],
  export: ["walk.md"],
  provider: ["list", "nobody"],
  effort: ["high", "most"],
  "agent-default": ["x"],
  login: ["nobody"],
  logout: ["nobody"],
  mode: ["plan", "default", "fast"],
  allow: ["shell(ls:*)", "Nothing(x)"],
  undo: ["7"],
  "add-dir": ["cobol", "not-there"],
  goal: ["all tests pass", "clear"],
  tasks: ["1", "stop 1"],
  btw: ["what is a copybook?"],
  plan: ["list", "show nothing"],
  load: ["nothing"],
  search: ["posting"],
  remember: ["we deploy on Fridays"],
  remedies: ["list", "show 1"],
  config: ["get theme", "explain model", "set theme dark", "get nothing"],
  diff: ["1"],
  mcp: ["nothing"],
  analyze: ["cobol/FEEPOST.cbl"],
  functions: ["cobol/FEEPOST.cbl"],
  callers: ["cobol/RATECALC.cbl RATECALC"],
  flow: ["cobol/FEEPOST.cbl"],
  dead: ["cobol"],
  sequence: ["cobol/FEEPOST.cbl"],
  impact: ["RATECALC"],
  citadel: ["crud", "nothing"],
};
/** These leave what was there. */
const LAST = ["clear", "exit"];

const EDIT = { path: "README.md", old_string: "#", new_string: "##" };
const REPLIES = [
  { text: "I change the title.", calls: [{ name: "edit_file", input: EDIT }] },
  { text: "Done: the title is one level lower." },
  ...Array.from({ length: 60 }, (_, at) => ({ text: `Answer ${at + 1}: nothing is to be said of it.` })),
];

async function walk(model: string, language: string, path: string): Promise<void> {
  const place = makePlace();
  cpSync(resolve(import.meta.dirname, "../examples/harbor-ledger"), place.cwd, { recursive: true });
  writeFileSync(join(place.home, "script.json"), JSON.stringify(REPLIES));
  const pane = new Pane(place, language, model === "guide" ? "" : `-m 'scripted/${join(place.home, "script.json")}'`);
  const told: string[] = [];
  const tell = async (what: string, keys: readonly string[], { closes = true } = {}): Promise<void> => {
    pane.clear();
    for (const key of keys) pane.press(key);
    const screen = await pane.still();
    const at = screen.lastIndexOf(`› ${what}`);
    told.push(`${"=".repeat(20)} ${what}`, at < 0 ? screen : screen.slice(at));
    if (!closes) return;
    // Whatever was opened is closed again, and what is written there is taken away.
    pane.press("Escape");
    await pane.still(300);
    pane.press("C-u");
  };
  try {
    told.push(await pane.still(4_000));
    if (model === "guide") await tell("first question", ["-l what is this project?", "Enter"]);
    else {
      await tell("first question", ["-l change the title", "Enter"], { closes: false });
      await tell("yes", ["1"]);
    }
    for (const { name } of [...SLASH_COMMANDS].sort((one, other) => LAST.indexOf(one.name) - LAST.indexOf(other.name)))
      for (const argument of ["", ...(ARGUMENTS[name] ?? [])]) {
        const line = `/${name} ${argument}`.trim();
        await tell(line, [`-l ${line}`, "Enter"]);
      }
  } finally {
    pane.close();
    place.remove();
    writeFileSync(path, `${told.join("\n")}\n`);
    console.log(path);
  }
}

/** A session of tmux with a server of its own. */
class Pane {
  readonly #socket: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ cwd, home }: { readonly cwd: string; readonly home: string }, language: string, flags: string) {
    this.#socket = join(home, "tmux");
    this.#environment = {
      ...{ PATH: process.env["PATH"] ?? "", HOME: home, WAYMARK_HOME: join(home, "waymark") },
      ...{ LANG: language, TERM: "xterm-256color" },
    };
    const command = `'${process.execPath}' '${MAIN}' ${flags}`;
    this.#tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", COLUMNS, "-y", ROWS, "-c", cwd, command);
  }

  /** @param key  as tmux names it, or `-l TEXT` */
  press(key: string): void {
    const text = /^-l (.*)$/.exec(key)?.[1];
    if (text === undefined) this.#tmux("send-keys", key);
    else this.#tmux("send-keys", "-l", text);
  }

  clear(): void {
    this.#tmux("clear-history");
  }

  async still(stillMs = STILL_MS): Promise<string> {
    let text = "";
    let sinceMs = performance.now();
    const startMs = sinceMs;
    for (;;) {
      await new Promise((done) => setTimeout(done, LOOK_MS));
      const now = this.#tmux("capture-pane", "-p", "-S", "-200").replace(/\n+$/, "");
      if (withoutClock(now) !== withoutClock(text)) sinceMs = performance.now();
      text = now;
      if (performance.now() - sinceMs > stillMs || performance.now() - startMs > WAIT_MS_MAX) return text;
    }
  }

  close(): void {
    this.#tmux("kill-server");
  }

  #tmux(...args: readonly string[]): string {
    return spawnSync("tmux", ["-S", this.#socket, ...args], { encoding: "utf8", env: this.#environment }).stdout ?? "";
  }
}

/** What turns while something is waited for is no news. */
const withoutClock = (screen: string): string => screen.replace(/^[\u2800-\u28ff] .*Waiting for you.*$/gm, "");

if (folder === undefined) throw new Error("Name a folder: npm run walk -- FOLDER [COLUMNSxROWS]");
mkdirSync(folder, { recursive: true });
await Promise.all(
  ["C.UTF-8", "pt_BR.UTF-8"].flatMap((language) =>
    ["guide", "scripted"].map((model) =>
      walk(model, language, join(resolve(folder), `${model}-${language.slice(0, 2)}.txt`)),
    ),
  ),
);
