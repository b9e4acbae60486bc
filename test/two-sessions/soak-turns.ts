import {
  type Cell,
  fileCell,
  halfText,
  LINES_EACH,
  lineCell,
  lineOf,
  PAIR_LINES,
  pairCell,
  wholeText,
} from "./folder-state.ts";
import { type PlayedCall, type PlayedTurn, VERSION_READ } from "./played-model.ts";

/** What a turn changes where the call named by `by` is told as done. */
export interface CellChange {
  readonly cell: Cell;
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

export interface SoakTurn extends PlayedTurn {
  readonly changes: readonly CellChange[];
  /** A version of `whole.txt`, and the call that writes it. */
  readonly whole?: { readonly version: string; readonly by: string };
  /** A side effect that nothing takes back: how often it is there tells how often it was made. */
  readonly effect?: { readonly token: string; readonly by: string };
}

export interface TurnPlace {
  readonly cwd: string;
  readonly who: string;
  readonly label: string;
  random(): number;
  value(cell: Cell): string;
}

const FILES_EACH = 12;

/** Undo does not cover this folder, so that what a command left here stays. */
export const effectsFile = (who: string): string => `node_modules/effects-${who}.log`;
const logFile = (who: string): string => `${who}.log`;

type MakeTurn = (place: TurnPlace) => SoakTurn;

/** The kinds of turns; the more often one is named, the more often it is played. */
export const TURNS: readonly MakeTurn[] = [
  editLine,
  editLine,
  editPair,
  replaceWhole,
  runCommand,
  runCommand,
  writeFile,
  noteTodos,
];

const call = (place: TurnPlace, number: number, name: string, input: PlayedCall["input"]): PlayedCall => ({
  id: `${place.label}-${number}`,
  name,
  input,
});

const below = (place: TurnPlace, limit: number): number => Math.floor(place.random() * limit);

function editLine(place: TurnPlace): SoakTurn {
  const { cwd, who, label } = place;
  const index = below(place, LINES_EACH);
  const cell = lineCell(cwd, who, index);
  const from = place.value(cell);
  const edit = call(place, 1, "edit_file", {
    path: "both.txt",
    old_string: `${lineOf(who, index, from)}\n`,
    new_string: `${lineOf(who, index, label)}\n`,
  });
  const changes = [{ cell, from, to: label, by: edit.id }];
  return { label, replies: [[call(place, 0, "read_file", { path: "both.txt" })], [edit]], changes };
}

function editPair(place: TurnPlace): SoakTurn {
  const { cwd, who, label } = place;
  const cell = pairCell(cwd, who);
  const from = place.value(cell);
  const hunk = `@@\n-pair ${from}\n+pair ${label}\n`;
  const patch = `*** Begin Patch\n${["one", "two"].map((half) => `*** Update File: ${who}/${half}.txt\n${hunk}`).join("")}*** End Patch\n`;
  const reads = ["one", "two"].map((half, number) => call(place, number, "read_file", { path: `${who}/${half}.txt` }));
  const edit = call(place, 2, "apply_diff", { diff: patch });
  return { label, replies: [reads, [edit]], changes: [{ cell, from, to: label, by: edit.id }] };
}

function replaceWhole(place: TurnPlace): SoakTurn {
  const { label } = place;
  const content = wholeText(label, VERSION_READ);
  const write = call(place, 1, "write_file", { path: "whole.txt", content });
  const replies = [[call(place, 0, "read_file", { path: "whole.txt" })], [write]];
  return { label, replies, changes: [], whole: { version: label, by: write.id } };
}

export function runCommand(place: TurnPlace): SoakTurn {
  const { cwd, who, label } = place;
  const cell = fileCell(cwd, logFile(who));
  const from = place.value(cell);
  const command = `printf '${label}\\n' >> ${effectsFile(who)} && sleep 0.05 && printf '${label}\\n' >> ${logFile(who)}`;
  const run = call(place, 0, "shell", { command });
  const to = `${from === "absent" ? "" : from}${label}\n`;
  const effect = { token: label, by: run.id };
  return { label, replies: [[run]], changes: [{ cell, from, to, by: run.id }], effect };
}

function writeFile(place: TurnPlace): SoakTurn {
  const { cwd, who, label } = place;
  const path = `${who}/file-${below(place, FILES_EACH)}.txt`;
  const cell = fileCell(cwd, path);
  const from = place.value(cell);
  const to = `${label}\n`.repeat(1 + below(place, PAIR_LINES));
  const write = call(place, 1, "write_file", { path, content: to });
  const replies = [...(from === "absent" ? [] : [[call(place, 0, "read_file", { path })]]), [write]];
  return { label, replies, changes: [{ cell, from, to, by: write.id }] };
}

/** Changes nothing in the folder: what a start has to finish is finished by its end. */
export function noteTodos(place: TurnPlace): SoakTurn {
  const items = [{ text: `after ${place.label}`, status: "pending" }];
  return { label: place.label, replies: [[call(place, 0, "todo", { items })]], changes: [] };
}

/** What both start with. */
export const startFiles = (who: string): Readonly<Record<string, string>> => ({
  [`${who}/one.txt`]: halfText("new"),
  [`${who}/two.txt`]: halfText("new"),
});
