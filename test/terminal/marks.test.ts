import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runWaymark } from "../e2e/run-waymark.ts";
import { missing } from "../optional-programs.ts";
import { ask, pause, sitDown } from "./sit-down.ts";

const noBubblewrap = missing("bwrap");
const call = (name: string, input: object) => ({ calls: [{ name, input }] });

test("/add-dir: another folder is read and changed as the working folder is, under the same rules, and the session keeps it", async () => {
  const outside = "../other/a.txt";
  const { seat, place } = await sitDown({
    args: ["--disallowedTools", "read_file(**/private/**)"],
    seat: { columns: 120 },
    replies: [
      call("read_file", { path: outside }),
      { expect: "the user said no", text: "Not reached." },
      { expect: "I have added the folder", ...call("read_file", { path: outside }) },
      { expect: "first line", ...call("edit_file", { path: outside, old_string: "first", new_string: "other" }) },
      call("read_file", { path: "../other/private/b.txt" }),
      { expect: "denied by the rule", text: "That is closed." },
      call("write_file", { path: "../other/.git/hooks/pre-commit", content: "#!/bin/sh\n" }),
      { text: "Kept out." },
    ],
  });
  const other = join(place.cwd, "..", "other");
  for (const folder of [".git/hooks", "private"]) mkdirSync(join(other, folder), { recursive: true });
  writeFileSync(join(other, "a.txt"), "first line\n");
  writeFileSync(join(other, "private/b.txt"), "nobody reads this\n");
  seat.type("read it\r");
  await seat.until(/\? read_file: .*outside the working folder/);
  await pause();
  seat.type("n");
  await seat.until("Not reached.");
  seat.type("/add-dir ../nowhere\r");
  await seat.until(/nowhere does not exist/);
  seat.type("/add-dir ../other\r");
  await seat.until(/other is worked in too/);
  seat.type("/context\r");
  await seat.until(/Folders: .*work, .*other/);
  seat.type("now change it\r");
  await seat.until(/\? edit_file: changes .*a\.txt/);
  await pause();
  seat.type("y");
  await seat.until("That is closed.");
  expect(readFileSync(join(other, "a.txt"), "utf8")).toBe("other line\n");
  seat.type("guard it\r");
  await seat.until(/\? write_file: .*pre-commit/);
  await pause();
  seat.type("n");
  await seat.until("Kept out.");
  expect(existsSync(join(other, ".git/hooks/pre-commit"))).toBe(false);
  seat.type("/undo\r");
  await seat.until(/Undone/);
  expect(readFileSync(join(other, "a.txt"), "utf8")).toBe("first line\n");
  seat.type("/exit\r");
  await seat.until(/goes on with this session/);
  writeFileSync(
    join(place.cwd, "later.json"),
    JSON.stringify([call("read_file", { path: outside }), { expect: "first line", text: "Read again." }]),
  );
  const later = ["-p", "read it again", "-m", "scripted/later.json"];
  expect(await runWaymark([...later, "-c"], place)).toMatchObject({ code: 0, stdout: "Read again.\n" });
  // Another session of the folder knows nothing of it.
  expect((await runWaymark(later, place)).stdout).not.toContain("Read again.");
});

test.skipIf(noBubblewrap !== undefined)(
  "/add-dir: a sandboxed command writes there too, but for what starts programs, and it is taken back",
  async () => {
    const { seat, place } = await sitDown({
      args: ["--sandbox", "workspace-write"],
      seat: { columns: 120 },
      replies: [
        // The sandbox is in use before the folder comes.
        call("shell", { command: "touch here.txt" }),
        { text: "Done here." },
        call("shell", {
          // What a line names is open to it with a yes: this one does not.
          command: "cd ../other && echo changed > a.txt; for d in $(ls -d .git); do echo x > $d/hooks/pre-commit; done",
        }),
        { text: "Done there." },
      ],
    });
    const other = join(place.cwd, "..", "other");
    mkdirSync(join(other, ".git/hooks"), { recursive: true });
    writeFileSync(join(other, "a.txt"), "as it was\n");
    const allow = async (prompt: string, answer: string): Promise<void> => {
      seat.type(`${prompt}\r`);
      await seat.until(/Yes, once/);
      await pause();
      seat.type("y");
      await seat.until(answer);
    };
    await allow("work here", "Done here.");
    seat.type("/add-dir ../other\r");
    await seat.until(/other is worked in too/);
    await allow("work there", "Done there.");
    expect(readFileSync(join(other, "a.txt"), "utf8")).toBe("changed\n");
    expect(existsSync(join(other, ".git/hooks/pre-commit"))).toBe(false);
    seat.type("/undo\r");
    await seat.until(/Undone/);
    expect(readFileSync(join(other, "a.txt"), "utf8")).toBe("as it was\n");
  },
);

test("/goal: the model is sent back until it says that it is there; the status line shows it meanwhile", async () => {
  const { seat } = await sitDown({
    files: { "a.txt": "one\n" },
    replies: [
      { expect: ["The user has set a goal", "the file has two lines"], ...call("read_file", { path: "a.txt" }) },
      { text: "I have read it." },
      { expect: "The goal is not settled yet", ...call("ask_user", { question: "Which line?" }) },
      { text: "GOAL REACHED: it has them." },
      { text: "Just an answer." },
    ],
  });
  seat.type("/goal\r");
  await seat.until("There is no goal");
  seat.type("/goal the file has two lines\r");
  await seat.until(/Which line\?/);
  expect(await seat.screen()).toContain("goal: the file has two lines");
  await pause();
  seat.type("that one\r");
  await seat.until("The goal is reached, as the model says.");
  await seat.until((text) => !text.includes("goal: the file"));
  await ask(seat, "and now?", "Just an answer.");
});

test("/add-dir: code that comes with a folder can be asked about at once, by the person and by the model", async () => {
  const question = { path: "../other/due.py", name: "due" };
  const { seat, place } = await sitDown({
    files: { "notes.txt": "nothing to parse\n" },
    seat: { columns: 120 },
    replies: [call("citadel_get_callers", question), { expect: "print(due())", text: "Asked and answered." }],
  });
  const other = join(place.cwd, "..", "other");
  mkdirSync(other);
  writeFileSync(join(other, "due.py"), "def due():\n    return 1\n\n\nprint(due())\n");
  seat.type("/add-dir ../other\r");
  await seat.until(/other is worked in too/);
  seat.type("/callers due\r");
  await seat.until("Total: 1 caller");
  await ask(seat, "who calls it", "Asked and answered.");
});
