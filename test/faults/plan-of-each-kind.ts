import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export const FILES: Readonly<Record<string, string>> = {
  "notes.txt": "count:\n",
  "data.json": '{"name": "ledger", "year": 1987}\n',
  "src/app.txt": "alpha\nbeta\ngamma\n",
};

const command = (text: string): Readonly<Record<string, unknown>> => ({ tool: "shell", params: { command: text } });
/** Adds one line to the log of effects, slowly enough to be met in the middle. */
const effect = (name: string): string =>
  `echo begin-${name} >> effects.log; sleep 0.02; echo end-${name} >> effects.log; echo ${name}`;

/** The first and the last are of their own; between them each kind of step comes three times, behind another each time. */
const BETWEEN = 12;

/**
 * Steps of reads, edits and commands. Every command counts itself in effects.log; the edits are such that doing
 * one twice would show: each puts its mark where it finds "count:", and the mark is not looked for.
 */
export function planOfEachKind(): { readonly goal: string; readonly steps: readonly Record<string, unknown>[] } {
  const steps: Record<string, unknown>[] = [
    { id: "s1", title: "read", tool: "read_file", params: { path: "data.json" }, needs: [] },
  ];
  for (let number = 2; number <= BETWEEN + 1; number++) {
    const id = `s${number}`;
    const needs = [`s${number - 1}`];
    const kind = number % 4;
    if (kind === 0)
      steps.push({
        id,
        title: "edit",
        tool: "edit_file",
        params: { path: "notes.txt", old_string: "count:", new_string: `count: ${id}` },
        needs,
      });
    else if (kind === 1) steps.push({ id, title: "command", ...command(effect(id)), needs });
    else if (kind === 2)
      steps.push({
        id,
        title: "write",
        tool: "write_file",
        params: { path: `out/${id}.txt`, content: `${id} after \${steps.s1.output.year}\n` },
        needs: [...new Set([...needs, "s1"])],
      });
    else
      steps.push({
        id,
        title: "read",
        tool: "read_file",
        params: { path: "notes.txt" },
        needs: [`s${Math.max(number - 3, 1)}`],
      });
  }
  steps.push({
    id: "sum",
    title: "sum",
    ...command("echo begin-sum >> effects.log; wc -l < effects.log > total.txt; echo end-sum >> effects.log"),
    needs: [BETWEEN + 1, BETWEEN - 1, BETWEEN].map((number) => `s${number}`),
  });
  return { goal: "a step of each kind", steps };
}

/** Every file but the plan's own, by its content. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const names = globSync("**/*", { cwd: folder, exclude: [".waymark/**"] }).concat(
    globSync("**/.*.tmp", { cwd: folder }),
  );
  const files = [...new Set(names)]
    .filter((name) => !name.startsWith(".waymark") && statSync(join(folder, name)).isFile())
    .sort();
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}
