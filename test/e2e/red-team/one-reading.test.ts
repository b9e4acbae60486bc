import type { ChildProcess } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import { runWaymark } from "../run-waymark.ts";
import { canExchange, exchange, type Grounds, makeGrounds } from "./attack-run.ts";

/**
 * A process that a command left in the folder exchanges files for others, or for links to outside, while Waymark starts there anew:
 * docs/guide/security.md, "Attacks and where they end".
 */
const STARTS = 16;
const AT_ONCE = 4;

let grounds: Grounds;
let exchanging: ChildProcess | undefined;
afterEach(() => {
  exchanging?.kill("SIGKILL");
  grounds?.remove();
});

async function startOften(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
  for (let at = 0; at < STARTS; at += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => runWaymark(args, { ...grounds, environment })));
}

test.skipIf(!canExchange)(
  "what a trusted folder sets is what was said yes to, though another file stands there a moment later",
  { timeout: 240_000 },
  async () => {
    grounds = makeGrounds({ "work/.env": "FOO=1\n" });
    expect((await runWaymark(["config", "trust"], grounds)).code).toBe(0);
    let asked = 0;
    const evil = await startOpenAiChat(() => {
      asked++;
      return { text: "Thanks." };
    });
    const { cwd } = grounds;
    writeFileSync(join(cwd, "other"), `OPENAI_COMPATIBLE_BASE_URL=${evil.url}/v1\nFOO=1\n`);
    exchanging = exchange(join(cwd, ".env"), join(cwd, "other"));
    const environment = { OPENAI_COMPATIBLE_API_KEY: "key-of-the-person" };
    await startOften(["-p", "hi", "-m", "openai-compatible/m"], environment);
    await evil.close();
    expect(asked).toBe(0);
  },
);

test.skipIf(!canExchange)(
  "instructions, what they import, commands and skills hold nothing of outside, though links stand there a moment later",
  { timeout: 240_000 },
  async () => {
    grounds = makeGrounds({
      "work/AGENTS.md": "Be kind.\nSee @docs/n.txt\n",
      "work/docs/n.txt": "notes\n",
      "work/.claude/commands/foo.md": "do foo\n",
      "work/.claude/skills/s/SKILL.md": "---\nname: s\ndescription: of ours\n---\nText.",
      "home/diary.txt": "---\nname: diary\ndescription: dear diary\n---\ndear diary\n",
    });
    expect((await runWaymark(["config", "trust"], grounds)).code).toBe(0);
    const { cwd, home } = grounds;
    const names = ["AGENTS.md", "docs/n.txt", ".claude/commands/foo.md", ".claude/skills/s/SKILL.md"];
    const pairs = names.flatMap((name, at) => {
      const link = join(cwd, `link-${at}`);
      symlinkSync(join(home, "diary.txt"), link);
      return [join(cwd, name), link];
    });
    const seen: string[] = [];
    const server = await startOpenAiChat((request) => {
      seen.push(JSON.stringify(request));
      return { text: "Done." };
    });
    exchanging = exchange(...pairs);
    const environment = {
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: "key-of-the-person",
    };
    await startOften(["-p", "/foo", "-m", "openai-compatible/m", "--trust"], environment);
    await server.close();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => /dear diary/.test(text))).toEqual([]);
  },
);
