import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pause, sitDown } from "./sit-down.ts";

const agent = (script: string): string =>
  `---\nname: worker\ndescription: Works for others.\nmodel: scripted/${script}\n---\nYou work.\n`;
const work = (background: boolean) => ({
  calls: [{ name: "task", input: { agent: "worker", prompt: "write it down", background } }],
});

test("a sub-agent's question names it; what it does is seen at the call that gave it its work", async () => {
  const { seat, place } = await sitDown({
    files: {
      ".waymark/agents/worker.md": agent("worker.json"),
      "worker.json": JSON.stringify([
        { calls: [{ name: "write_file", input: { path: "new.txt", content: "made\n" } }] },
        { text: "Written down." },
      ]),
    },
    args: ["--trust"],
    replies: [work(false), { text: "All is done." }],
  });
  seat.type("go\r");
  await seat.until(/worker-1: write_file Write new.txt/);
  await seat.until(/\? worker-1: write_file: changes new.txt/);
  await pause();
  seat.type("y");
  await seat.until("All is done.");
  expect(existsSync(join(place.cwd, "new.txt"))).toBe(true);
  seat.type("/agents\r");
  await seat.until(/worker \(project\) Works for others/);
  seat.type("/tasks\r");
  await seat.until(/worker-1 done, 2 steps/);
  seat.type("/tasks worker-1\r");
  await seat.until("Written down.");
});

test("one in the background is listed, told and stopped while the session works", async () => {
  const { seat, place } = await sitDown({
    files: { ".waymark/agents/worker.md": agent("worker.json"), "worker.json": "[]" },
    args: ["--trust"],
    replies: [work(true), { text: "I wait." }, { text: "It was stopped." }],
  });
  writeFileSync(join(place.cwd, "worker.json"), JSON.stringify([{ delayMs: 60_000, text: "never" }]));
  seat.type("go\r");
  await seat.until("I wait.");
  seat.type("/tasks\r");
  await seat.until(/worker-1 working/);
  seat.type("/tasks tell worker-1 hurry\r");
  await seat.until(/worker-1 is told before its next step/);
  seat.type("/tasks stop worker-1\r");
  await seat.until("It was stopped.");
  seat.type("/tasks\r");
  await seat.until(/worker-1 cancelled/);
  seat.type("/tasks stop nobody\r");
  await seat.until(/There is no agent or command "nobody"/);
});
