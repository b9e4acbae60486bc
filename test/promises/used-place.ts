import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makePlace, type Place, runWaymark, type WaymarkRun } from "../e2e/run-waymark.ts";

/** A place that is put back to what it was, at the same path: sessions and trust hold for a path. */
export interface KeptPlace extends Place {
  restore(): void;
}

const FILES = {
  ".waymark/config.json": '{ "maxTurns": 150 }\n',
  ".waymark/skills/release/SKILL.md":
    "---\nname: release\ndescription: How a release is cut\n---\nTag first, then publish.\n",
  "history/OLDPGM.cbl": [
    "       IDENTIFICATION DIVISION.",
    "       PROGRAM-ID. OLDPGM.",
    "       PROCEDURE DIVISION.",
    "       0000-START.",
    "           CALL 'GONEPGM'.",
    "           GOBACK.",
    "",
  ].join("\n"),
};
const PLAN = { goal: "what was done before", steps: [{ id: "a", title: "a", tool: "list_files", params: {} }] };
const REPLIES = [
  { calls: [{ name: "todo", input: { items: [{ text: "an old errand" }] } }] },
  { text: "That was the first session." },
];

/** A folder that Waymark has been used in: trusted, indexed, with a session, a note and a plan that ran. */
export async function makeUsedPlace(): Promise<KeptPlace> {
  const place = makePlace(FILES);
  const run = async (...args: readonly string[]): Promise<WaymarkRun> => {
    const done = await runWaymark(args, place);
    if (done.code !== 0) throw new Error(`${args.join(" ")}: exit ${done.code}\n${done.stdout}${done.stderr}`);
    return done;
  };
  const inHome = (name: string, document: unknown): string => {
    const path = join(place.home, name);
    writeFileSync(path, JSON.stringify(document));
    return path;
  };
  await run("config", "trust");
  await run("-p", "an earlier errand", "-m", `scripted/${inHome("earlier.json", REPLIES)}`);
  await run("code", "index");
  await run("tool", "run", "remember", '{"text":"The build runs at night"}', "--permission-mode", "bypassPermissions");
  await run("plan", "new", "--file", inHome("plan.json", PLAN));
  await run("plan", "run", "--offline", "--permission-mode", "bypassPermissions");
  await run("config", "trust");
  return keep(place);
}

function keep(place: Place): KeptPlace {
  const base = dirname(place.cwd);
  const copy = `${base}-kept`;
  const copied = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;
  cpSync(base, copy, copied);
  return {
    ...place,
    restore() {
      // The folders themselves stay: trust holds for a folder by its identity on the disk.
      for (const folder of [place.cwd, place.home]) {
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
        cpSync(join(copy, basename(folder)), folder, copied);
      }
    },
    remove() {
      rmSync(copy, { recursive: true, force: true });
      place.remove();
    },
  };
}
