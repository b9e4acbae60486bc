import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PERMISSION_MODES, type PermissionMode } from "../../core/permissions/decide.ts";
import { modeNews } from "../../core/prompts/mode-news.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { Agent } from "../agent.ts";
import { openHouse } from "../open-house.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-kept-mode-")));
  mkdirSync(join(base, "work"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

interface Opening {
  readonly resume?: string;
  readonly keepsMode?: boolean;
  readonly flag?: PermissionMode;
  readonly variable?: PermissionMode;
}

/** What `work` says of an agent on a session of the folder. */
async function opened<T>({ flag, variable, ...choice }: Opening, work: (agent: Agent) => Promise<T> | T): Promise<T> {
  const variables = { WAYMARK_HOME: join(base, "home"), HOME: base, WAYMARK_PERMISSION_MODE: variable ?? "" };
  const flags = { sandbox: "off", offline: true, ...(flag && { permissionMode: flag }) };
  const house = await openHouse({ folder: join(base, "work"), environment: variables, flags });
  try {
    return await work((await house.agent(choice)).agent);
  } finally {
    await house.close();
  }
}

async function askedIn(mode: PermissionMode): Promise<string> {
  return await opened({}, async (agent) => {
    agent.permissionMode = mode;
    for await (const _ of agent.prompt({ text: "what is here?", written: "what is here?", images: [] }));
    return agent.sessionId;
  });
}

const modeOf = (opening: Opening): Promise<PermissionMode> => opened(opening, (agent) => agent.permissionMode);

test("a session that a person left in plan mode goes on in it, whatever the settings' file says, unless this start says otherwise", async () => {
  const resume = await askedIn("plan");
  mkdirSync(join(base, "home/config"), { recursive: true });
  writeFileSync(join(base, "home/config/config.json"), '{ "permissionMode": "acceptEdits" }');
  expect(await modeOf({ resume, keepsMode: true })).toBe("plan");
  expect(await modeOf({ resume, keepsMode: true, flag: "default" })).toBe("default");
  expect(await modeOf({ resume, keepsMode: true, variable: "dontAsk" })).toBe("dontAsk");
  expect(await modeOf({ resume })).toBe("acceptEdits");
  const switched = await opened({ keepsMode: true }, (agent) => {
    const before = agent.permissionMode;
    agent.resume(resume);
    const after = agent.permissionMode;
    agent.startAnew();
    return [before, after, agent.permissionMode];
  });
  expect(switched).toEqual(["acceptEdits", "plan", "plan"]);
});

test("no session brings back a mode in which more may be done", async () => {
  for (const mode of PERMISSION_MODES.filter((one) => one !== "plan"))
    expect(await modeOf({ resume: await askedIn(mode), keepsMode: true })).toBe("default");
});

test("a model whose session goes on out of plan mode is not told that changes may be made", () => {
  const look = modeNews([], "plan") ?? "";
  const told = (text: string): RecordedEvent => ({ type: "prompt", text, origin: "engine" });
  const off = modeNews([told(look)], "dontAsk") ?? "";
  expect([look, off].map((text) => text.split(/[:,]/)[0])).toEqual(["Plan mode", "This is not plan mode"]);
  expect(off).toContain("allowed, asked about or refused");
  expect(modeNews([told(look), told(off)], "default")).toBeUndefined();
  expect(modeNews([told(look), told(off)], "plan")).toBe(look);
});
