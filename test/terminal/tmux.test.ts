import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MAIN, makePlace, type Place, putFiles } from "../e2e/run-waymark.ts";
import { missing } from "../optional-programs.ts";
import { pause } from "./sit-down.ts";

const noTmux = missing("tmux");
const TRIES_MAX = 600;

interface Pane {
  readonly place: Place;
  tmux(...args: readonly string[]): string;
  /** Keys by tmux's names. */
  keys(...names: readonly string[]): void;
  text(words: string): void;
  until(what: string | RegExp): Promise<string>;
}

/** A session of tmux with a server of its own. */
function openPane(replies: readonly object[], files: Readonly<Record<string, string>>, command?: string): Pane {
  const place = makePlace({ ...files, "script.json": JSON.stringify(replies) });
  const socket = `${place.home}/tmux`;
  const environment = {
    ...{ PATH: process.env["PATH"] ?? "", HOME: place.home, WAYMARK_HOME: `${place.home}/waymark` },
    ...{ LANG: "C.UTF-8", TERM: "xterm-256color" },
  };
  const tmux = (...args: readonly string[]): string =>
    spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8", env: environment }).stdout;
  onTestFinished(() => {
    tmux("kill-server");
    place.remove();
  });
  const own = `'${process.execPath}' '${MAIN}' -m scripted/script.json`;
  const size = ["-x", "80", "-y", "30", "-c", place.cwd];
  tmux("-f", "/dev/null", "new-session", "-d", ...size, command ?? own);
  return {
    place,
    tmux,
    keys: (...names) => void tmux("send-keys", ...names),
    text: (words) => void tmux("send-keys", "-l", words),
    async until(what) {
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const text = tmux("capture-pane", "-p", "-S", "-400");
        if (typeof what === "string" ? text.includes(what) : what.test(text)) return text;
        await pause(50);
      }
      throw new Error(`Never came in tmux: ${String(what)}\n${tmux("capture-pane", "-p")}`);
    },
  };
}

test.skipIf(noTmux !== undefined)("in tmux: an answer, its scrollback and the prompt", async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `row ${index}`).join("\n\n");
  const pane = openPane([{ text: rows }], {});
  await pane.until("scripted/script.json");
  pane.text("count");
  await pane.until("› count");
  pane.keys("Enter");
  const text = await pane.until("row 39");
  for (let index = 0; index < 40; index++) expect(text.split(`row ${index}\n`).length).toBe(2);
});

test.skipIf(noTmux !== undefined)(
  "in tmux: @ completion, an approved edit, steering, cancel, a paste, other sizes, Ctrl-Z and back",
  async () => {
    const pane = openPane(
      [
        { expect: '<file path="notes.txt">', calls: [EDIT] },
        { text: "Looking.", delayMs: 1_500, calls: [{ name: "read_file", input: { path: "notes.txt" } }] },
        { expect: "rather that", text: "That, then." },
        { text: "never", delayMs: 60_000 },
        { expect: ["pasted 0", "pasted 4999"], text: "Pasted all." },
        { text: "Back." },
      ],
      {
        "notes.txt": "alpha\nbeta\n",
        "big.txt": Array.from({ length: 5_000 }, (_, index) => `pasted ${index}`).join("\n"),
      },
      "/bin/bash --norc --noprofile -i",
    );
    await pane.until(/bash[-\d.]*[#$]/);
    pane.text(`'${process.execPath}' '${MAIN}' -m scripted/script.json`);
    pane.keys("Enter");
    await pane.until(/\n› *\nscripted\/script.json/);
    pane.text("mend @not");
    await pane.until("@notes.txt");
    pane.keys("Tab");
    await pane.until("› mend @notes.txt");
    pane.keys("Enter");
    expect(await pane.until("Yes, once")).toMatch(/- beta[\s\S]*\+ gamma/);
    await pause();
    pane.keys("y");
    await pane.until(/✓ #1 edit_file/);
    expect(readFileSync(join(pane.place.cwd, "notes.txt"), "utf8")).toBe("alpha\ngamma\n");
    pane.text("rather that");
    pane.keys("Enter");
    await pane.until("That, then.");
    await pane.until(/That, then\.\s+› *\n/);
    pane.text("wait");
    pane.keys("Enter");
    await pane.until("Esc cancels");
    pane.keys("Escape");
    await pane.until("Cancelled.");
    pane.tmux("load-buffer", join(pane.place.cwd, "big.txt"));
    pane.tmux("paste-buffer", "-p");
    await pane.until("[Paste #1: 5000 lines]");
    pane.tmux("resize-window", "-x", "50", "-y", "15");
    pane.tmux("resize-window", "-x", "100", "-y", "30");
    await pane.until("[Paste #1: 5000 lines]");
    pane.keys("Enter");
    await pane.until("Pasted all.");
    pane.keys("C-z");
    await pane.until("Stopped");
    pane.text("fg");
    pane.keys("Enter");
    await pause();
    pane.text("again");
    await pane.until("› again");
    pane.keys("Enter");
    await pane.until("● Back.");
  },
);

const EDIT = { name: "edit_file", input: { path: "notes.txt", old_string: "beta", new_string: "gamma" } };

test.skipIf(noTmux !== undefined).each([
  ["between prompts", [{ text: "Here." }]],
  ["while the model writes", [{ text: "Here. ".repeat(1000), chunkChars: 6, chunkDelayMs: 50 }]],
])("in tmux: a window that is closed %s ends the session in order", async (_, replies) => {
  const pane = openPane(replies, {});
  const left = join(pane.place.home, "left.txt");
  const hook = { type: "command", command: `echo left >> ${left}` };
  const settings = { hooks: { SessionEnd: [{ hooks: [hook] }] } };
  putFiles(pane.place.home, { "waymark/config/config.json": JSON.stringify(settings) });
  const own = `'${process.execPath}' '${MAIN}' -m scripted/script.json`;
  pane.tmux("respawn-pane", "-k", own);
  await pane.until("scripted/script.json");
  pane.text("go");
  await pane.until("› go");
  pane.keys("Enter");
  await pane.until("● Here.");
  pane.tmux("kill-server");
  for (let tries = 0; tries < TRIES_MAX && !existsSync(left); tries++) await pause(50);
  expect([existsSync(left), existsSync(join(pane.place.home, "waymark/state/crashes"))]).toEqual([true, false]);
});
