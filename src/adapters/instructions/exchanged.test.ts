import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readFenced } from "./imports.ts";

const canExchange = process.arch === "x64" && spawnSync("perl", ["-v"]).status === 0;
const EXCHANGE = "my ($x, $y) = @ARGV; for (;;) { syscall(316, -100, $x, -100, $y, 2) }";
const READS = 20_000;

test.skipIf(!canExchange)(
  "a file that is exchanged for a link to outside all the time is read, or left out",
  async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-exchanged-")));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const folder = join(base, "work");
    mkdirSync(folder);
    const path = join(folder, "AGENTS.md");
    writeFileSync(path, "ours");
    writeFileSync(join(base, "diary.txt"), "theirs");
    symlinkSync(join(base, "diary.txt"), join(folder, "link"));
    const exchanging = spawn("perl", ["-e", EXCHANGE, path, join(folder, "link")], { stdio: "ignore" });
    onTestFinished(() => void exchanging.kill("SIGKILL"));
    await wait(200);
    const read = Array.from({ length: READS }, () => readFenced(path, { folder }));
    const texts = new Set(read.map((file) => (file.kind === "text" ? file.text : file.kind)));
    expect([...texts].sort()).toEqual(["ours", "refused"]);
  },
);
