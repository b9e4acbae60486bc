import { spawnSync } from "node:child_process";
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { constants, homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { toolchainCaches } from "../../src/adapters/sandbox/toolchain-caches.ts";
import { missing } from "../optional-programs.ts";
import { inTurn } from "../rounds.ts";
import { EVERYDAY_COMMANDS, EVERYDAY_FILES, EVERYDAY_START, type Needed } from "./everyday-commands.ts";
import { jsonLines, makePlace, type Place, runWaymark } from "./run-waymark.ts";

// Each command bare and through Waymark, in two folders that are the same: the same exit code, the same output.

const CALLS_OF_REPLY = 40;
const noBubblewrap = missing("bwrap");
const lacking = new Map<Needed, string | undefined>();
const isThere = (needed: Needed): boolean => {
  if (!lacking.has(needed)) lacking.set(needed, missing(needed));
  return lacking.get(needed) === undefined;
};

const possible = EVERYDAY_COMMANDS.filter(
  (row) =>
    (row.needs === undefined || isThere(row.needs)) && (row.protected === undefined || noBubblewrap === undefined),
);

/** Where there is a sandbox, each: what it lets through is what differs from one to the next. Without one they go to the same shell. */
const commands = noBubblewrap === undefined ? possible : inTurn(2, possible);

/** What both get of the machine: toolchains that are chosen by what lies in the person's home. */
const TOOLCHAINS = { RUSTUP_HOME: join(homedir(), ".rustup"), CARGO_HOME: join(homedir(), ".cargo") };
/** Of a home; Go's own library is compiled into it, which takes longer than all other commands together. */
const GO_CACHE = join(".cache", "go-build");

function bare(command: string, { cwd, home }: Place): string {
  const file = join(home, "bare.txt");
  const output = openSync(file, "w");
  const run = spawnSync("/bin/bash", ["--noprofile", "--norc", "-c", command], {
    cwd,
    env: {
      ...{ PATH: process.env["PATH"] ?? "", HOME: home, LANG: "C.UTF-8", ...TOOLCHAINS },
      GOCACHE: join(homedir(), GO_CACHE),
    },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const text = readFileSync(file, "utf8").replace(/\n$/, "");
  const code = run.status ?? 128 + (constants.signals[run.signal ?? "SIGKILL"] ?? 0);
  // As the shell tool says it.
  return [text === "" ? "(no output)" : text, ...(code === 0 ? [] : [`(exit code ${code})`])].join("\n");
}

async function throughWaymark(place: Place): Promise<readonly string[]> {
  const calls = commands.map(({ command }, index) => ({ id: `call-${index}`, name: "shell", input: { command } }));
  const replies = [];
  for (let from = 0; from < calls.length; from += CALLS_OF_REPLY)
    replies.push({ calls: calls.slice(from, from + CALLS_OF_REPLY) });
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([...replies, { text: "done" }]));
  const flags = ["--allowedTools", "shell(*)", "--output-format", "stream-json"];
  const run = await runWaymark(["-p", "go", "-m", `scripted/${script}`, ...flags], {
    ...place,
    environment: TOOLCHAINS,
  });
  expect(run.code, run.stderr).toBe(0);
  const results = jsonLines(run.stdout)
    .flatMap((line) => (line["message"] as { content?: Record<string, unknown>[] } | undefined)?.content ?? [])
    .filter((part) => part["type"] === "tool_result");
  return results.map((part) => String(part["content"]));
}

test("everyday commands do in Waymark what they do in a bare shell", { timeout: 300_000 }, async () => {
  expect(possible.length).toBeGreaterThan(80);
  const places = [makePlace(EVERYDAY_FILES), makePlace(EVERYDAY_FILES)] as const;
  try {
    for (const place of places) expect(bare(EVERYDAY_START, place)).toBe("(no output)");
    const expected = commands.map(({ command, protected: shown }) =>
      shown === undefined ? bare(command, places[0]) : "",
    );
    if (isThere("go")) keepGoCache(places[1]);
    const results = await throughWaymark(places[1]);
    const rows = commands.map((row, index) => ({
      command: row.command,
      result: row.protected?.test(results[index] ?? "") ? "" : withoutPlace(results[index] ?? "", places[1]),
    }));
    expect(rows).toEqual(
      commands.map(({ command }, index) => ({ command, result: withoutPlace(expected[index] ?? "", places[0]) })),
    );
  } finally {
    for (const place of places) place.remove();
  }
});

/** Where a sandbox keeps it for the folder, and where it is without one. */
function keepGoCache({ cwd, home }: Place): void {
  const kept = join(toolchainCaches(join(home, "waymark", "cache"), [cwd]), basename(GO_CACHE));
  cpSync(join(homedir(), GO_CACHE), kept, { recursive: true });
  mkdirSync(dirname(join(home, GO_CACHE)), { recursive: true });
  symlinkSync(kept, join(home, GO_CACHE));
}

/** Waymark asks programs for no colours; some show none only then. */
const withoutPlace = (text: string, { cwd, home }: Place): string =>
  stripVTControlCharacters(text)
    .replaceAll(cwd, "<work>")
    .replaceAll(home, "<home>")
    // A shell tells of a signal by its number, whoever started it himself by its name.
    .replace("(ended by SIGTERM)", "(exit code 143)");
