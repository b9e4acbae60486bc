import { spawn } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply } from "./provider-servers/wire-server.ts";
import { COMPILED, MAIN, makePlace, type Place } from "./run-waymark.ts";

/**
 * Each block of the guide that is fenced as `console run` is typed as it stands, block after block, in a folder of its page's own. What stands
 * below a command is said by it, but for lines of `…`. Comments of a page, which no reader sees, say what that folder holds (`files`, an
 * object, `~/` begins those of the home; `copy`, a folder of this repository) and what the model answers (`replies`).
 */
const CHECKOUT = resolve(import.meta.dirname, "../..");
const BLOCK = /^```console run\n([\s\S]*?)^```$/gm;

interface Page {
  readonly path: string;
  readonly blocks: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly copy: string | undefined;
  readonly replies: readonly WireReply[];
}

interface Typed {
  readonly command: string;
  readonly says: readonly string[];
}

const pages = globSync("docs/guide/**/*.md", { cwd: CHECKOUT }).sort().map(readPage);
const runnable = pages.filter(({ blocks }) => blocks.length > 0);

function readPage(path: string): Page {
  const text = readFileSync(join(CHECKOUT, path), "utf8");
  const hidden = (name: string): string | undefined =>
    new RegExp(`<!-- ${name}\\s([\\s\\S]*?)-->`).exec(text)?.[1]?.trim();
  const blocks = [...text.matchAll(BLOCK)].map(([, block = ""]) => block);
  return {
    path,
    blocks,
    files: JSON.parse(hidden("files") ?? "{}"),
    copy: hidden("copy"),
    replies: JSON.parse(hidden("replies") ?? "[]"),
  };
}

function typedIn(block: string): readonly Typed[] {
  const [first = "", ...parts] = block.split(/^\$ /m);
  expect(first.trim(), "what is typed begins with $").toBe("");
  return parts.map((part) => {
    const [command = "", ...says] = part.replaceAll("\\\n", "").split("\n");
    return { command, says: says.map((line) => line.trim()).filter((line) => line !== "" && line !== "…") };
  });
}

/** A folder with what the page has in it, and `waymark` on the path. */
function placeOf({ files, copy }: Page): Place {
  const place = makePlace();
  for (const [path, text] of Object.entries(files)) {
    const file = path.startsWith("~/") ? join(place.home, path.slice(2)) : join(place.cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (copy !== undefined) cpSync(join(CHECKOUT, copy), place.cwd, { recursive: true });
  const program = join(place.home, "bin", "waymark");
  mkdirSync(dirname(program));
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(program, 0o755);
  return place;
}

function typeInto(
  command: string,
  { cwd, home }: Place,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const env = {
    PATH: `${join(home, "bin")}:${dirname(process.execPath)}:${process.env["PATH"]}`,
    HOME: home,
    WAYMARK_HOME: join(home, "own"),
    LANG: "C.UTF-8",
    ...COMPILED,
    GIT_CONFIG_COUNT: "2",
    ...{
      GIT_CONFIG_KEY_0: "user.name",
      GIT_CONFIG_VALUE_0: "a",
      GIT_CONFIG_KEY_1: "user.email",
      GIT_CONFIG_VALUE_1: "a@b",
    },
    ...environment,
  };
  return new Promise((done) => {
    const child = spawn("bash", ["-o", "pipefail", "-c", command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.once("close", (code) => done(`${said}${code === 0 ? "" : `\n[exit ${code}]`}`));
  });
}

test("every page about a task has commands that are run", () => {
  const tasks = pages.filter(({ path }) => dirname(path).endsWith("tasks"));
  expect(tasks.length).toBeGreaterThanOrEqual(7);
  expect(tasks.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
});

describe.each(runnable)("$path", (page) => {
  test(`what ${basename(page.path)} types does what it says`, async () => {
    const place = placeOf(page);
    const server = await startOpenAiChat(
      (_, index) => page.replies[index] ?? { text: "The script has no more replies." },
    );
    const model = {
      WAYMARK_MODEL: "openai-compatible/m",
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: "k",
    };
    try {
      for (const { command, says } of page.blocks.flatMap(typedIn)) {
        const said = await typeInto(command, place, page.replies.length > 0 ? model : {});
        for (const line of says) expect(said, command).toContain(line);
        if (!says.some((line) => line.startsWith("[exit"))) expect(said, command).not.toMatch(/\[exit \d+\]$/);
      }
    } finally {
      await server.close();
      place.remove();
    }
  }, 60_000);
});
