import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import { stripStyles } from "../../src/frontends/terminal/text/width.ts";
import { MAIN, makePlace } from "../e2e/run-waymark.ts";
import { PROBE_FLAGS, type Soaked, soak } from "./run-soak.ts";

const CHARACTERS = 5_000_000;

/** The unit again and again, numbered: a model that says the same line thirty times is stopped. */
function filled(unit: string): string {
  const units: string[] = [];
  for (let length = 0; length < CHARACTERS; length += (units.at(-1) as string).length)
    units.push(unit.replace("%", String(units.length)));
  return units.join("");
}

/** What each answer ends with. */
export const LAST_WORD = "soaked-through";

/** Answers of five million characters, by what they are made of. */
export const ANSWERS = {
  lines: () => filled("line % of the answer\n"),
  paragraphs: () => filled("Paragraph % of the answer, which says a little.\n\n"),
  "one word": () => filled("x"),
  "one line of words": () => filled("word% "),
  "one line of sentences": () => filled("Sentence % that says a little. "),
  "one line of bold words": () => filled("**bold** word% "),
  "wide characters": () => filled("漢字かな"),
  "lines of wide characters": () => filled("漢字かな混じり文%。\n"),
  "combined characters": () => filled("👩‍👩‍👧e\u0301 "),
  "empty lines": () => filled("\n"),
  "lines of blanks": () => filled("   \n"),
  "one list": () => filled("- item % of the list\n"),
  "one table": () => `| a | b |\n| - | - |\n${filled("| one | % |\n")}`,
  "one quote": () => filled("> line % that is quoted\n"),
  "one fence": () => `\`\`\`ts\n${filled("const a = %;\n")}\`\`\`\n`,
  "one fence of one line": () => `\`\`\`ts\n${filled("const a = %; ")}\n\`\`\`\n`,
  "one diagram": () => `\`\`\`mermaid\nflowchart TD\n${filled("a% --> b\n")}\`\`\`\n`,
  fences: () => filled("```ts\nconst a = %;\n```\n"),
  headings: () => filled("# Heading %\n\n"),
  "open brackets": () => filled("[<{("),
  escapes: () => filled("\x1b[31mred\x1b[0m\t"),
  "calls that are none": () => filled('<tool_call>{"name": "nothing%"}</tool_call>\n'),
} as const satisfies Readonly<Record<string, () => string>>;

export type AnswerName = keyof typeof ANSWERS;

/** A model on loopback that gives one answer, in pieces of so many characters. */
async function startModel(name: AnswerName, pieceChars: number) {
  const text = `${ANSWERS[name]()}\n\n${LAST_WORD}\n`;
  const event = (choice: object): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`;
  const events: string[] = [];
  for (let at = 0; at < text.length; at += pieceChars)
    events.push(event({ delta: { content: text.slice(at, at + pieceChars) } }));
  events.push(event({ delta: {}, finish_reason: "stop" }), "data: [DONE]\n\n");
  const body = Buffer.from(events.join(""));
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" }).end(body);
  });
  await new Promise<void>((started) => server.listen(0, "127.0.0.1", started));
  return {
    environment: { OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const MODEL = ["-m", "openai-compatible/m"] as const;
export const FORMATS = ["text", "json", "stream-json"] as const;
/** As a model sends it, and all at once. */
export const PIECES = { "in pieces": 2_000, "all at once": 10_000_000 } as const;

/** One answer without a terminal. */
export async function soakHeadless(
  name: AnswerName,
  { format, pieces }: { readonly format: (typeof FORMATS)[number]; readonly pieces: keyof typeof PIECES },
): Promise<Soaked> {
  const model = await startModel(name, PIECES[pieces]);
  try {
    return await soak(["-p", "go", ...MODEL, "--output-format", format], {
      environment: model.environment,
      timeoutMs: 180_000,
    });
  } finally {
    await model.close();
  }
}

export interface SoakedTerminal extends Soaked {
  /** From a key to its letter on the screen, the longest of those typed while the answer was shown. */
  readonly keyMs: number;
  readonly writtenBytes: number;
}

const KEY_EVERY_MS = 400;
const TERMINAL_MS_MAX = Number(process.env["SOAK_MS"] ?? 180_000);

/** One answer in a session at a pseudo-terminal, in which a person types meanwhile. */
export async function soakTerminal(name: AnswerName, pieces: keyof typeof PIECES): Promise<SoakedTerminal> {
  const model = await startModel(name, PIECES[pieces]);
  const place = makePlace();
  const file = join(place.home, "soak.json");
  writeFileSync(file, "{}");
  const pty = spawn(process.execPath, [...PROBE_FLAGS, MAIN, ...MODEL], {
    ...{ cols: 100, rows: 30, cwd: place.cwd, name: "xterm-256color" },
    env: {
      ...{ PATH: process.env["PATH"] ?? "", HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") },
      ...{ LANG: "C.UTF-8", SOAK_FILE: file, WAYMARK_SANDBOX: "off", ...model.environment },
    },
  });
  let tail = "";
  let all = 0;
  let isShown = false;
  let code: number | null = null;
  pty.onData((data) => {
    all += data.length;
    tail = `${tail}${data}`.slice(-60_000);
    if (isShown) return;
    // The last word stands in what the screen was told, or the run has ended without it.
    isShown = tail.includes(LAST_WORD) || /was (?:stopped|cut off)/.test(tail);
  });
  pty.onExit(({ exitCode }) => {
    code = exitCode;
  });
  const startMs = performance.now();
  const until = async (holds: () => boolean): Promise<number> => {
    const fromMs = performance.now();
    while (!holds()) {
      if (code !== null || performance.now() - startMs > TERMINAL_MS_MAX) throw new Error(`${name}: ${code}\n${tail}`);
      await sleep(2);
    }
    return performance.now() - fromMs;
  };
  const quiet = async (): Promise<void> => {
    for (let before = -1; before !== all; await sleep(300)) before = all;
  };
  try {
    await until(() => tail.includes("openai-compatible"));
    pty.write("go\r");
    await until(() => tail.includes("Esc"));
    let keyMs = 0;
    for (let typed = 0; !isShown; typed++) {
      const letters = "abcdefghijklmnopqrst".slice(0, (typed % 20) + 1);
      if (letters === "a") pty.write("\x15");
      pty.write(letters.at(-1) as string);
      keyMs = Math.max(keyMs, await until(() => stripStyles(tail).includes(`› ${letters}`)));
      await sleep(KEY_EVERY_MS);
    }
    await quiet();
    const elapsedMs = performance.now() - startMs;
    pty.write("\x15");
    await sleep(200);
    pty.write("\x04");
    await sleep(300);
    if (code === null) pty.write("\x04");
    await until(() => code !== null).catch(() => 0);
    const seen = JSON.parse(readFileSync(file, "utf8"));
    return { code, stdout: tail, stderr: "", elapsedMs, keyMs, writtenBytes: all, ...seen };
  } finally {
    if (code === null) pty.kill("SIGKILL");
    place.remove();
    await model.close();
  }
}
