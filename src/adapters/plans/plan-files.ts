import { hash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { errorCode, errorText } from "../../base/error-text.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { PlanRecord, PlanStore, Seal } from "../../core/plan/plan-store.ts";
import { readPlan } from "../../core/plan/read-plan.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { Plan } from "../../core/protocol/plan.ts";
import { namesIn } from "../folder-entries.ts";
import { makeFolder } from "../make-folder.ts";
import { fileHead } from "../read-plain-file.ts";
import { writeWhole } from "../whole-file.ts";
import { foldJournal, JOURNAL_NAME, readJournal } from "./plan-journal.ts";
import { stepEffects } from "./step-effects.ts";
import { isSha256, readIfThere, replacePlanFile, writeInto } from "./write-safely.ts";

export interface PlanFilesOptions {
  /** Absolute path of the working folder. */
  readonly root: string;
  /** Below the root: where plans are kept. */
  readonly folder: string;
  /** Absolute: what runs of the folder's plans need to go on after a crash. It says what was done, so nothing that runs in the folder may write it. */
  readonly state: string;
  /** Takes a lock at this path. @returns what releases it. @throws when a living process holds it */
  readonly lock: (path: string) => () => void;
  /** Takes secrets out of what is kept. */
  readonly mask?: PlanMask;
  readonly seal: Seal;
}

export interface PlanMask {
  text(text: string): Promise<string>;
  recorded(event: RecordedEvent): Promise<RecordedEvent>;
}

/** Of its file. What is larger was not made by anybody, and all plans of a folder are read for their list. */
const PLAN_BYTES_MAX = 16 * 1024 * 1024;

const NO_MASK: PlanMask = { text: async (text) => text, recorded: async (event) => event };

export interface PlanFiles extends PlanStore {
  readonly seal: Seal;
  /** Ids, the plan made last first. */
  ids(): readonly string[];
  /** The plan that a person means: an id, the beginning of one, a file, or the one made last. */
  find(name: string | undefined): string;
  /** Takes away what runs of the folder's plans need to go on: the folder itself is thrown away. */
  forgetRuns(): void;
}

/** Plans as files of the project, `ID.json`, and beside them what a run needs to go on after a crash. */
export function createPlanFiles({
  root: given,
  folder,
  state,
  lock,
  seal: sealText,
  mask = NO_MASK,
}: PlanFilesOptions): PlanFiles {
  const root = realpathSync(given);
  const { dev, ino } = statSync(root, { bigint: true });
  // What was agreed to is what these steps do here: in a copy, or in another folder of the same name, they do something else.
  const seal: Seal = (text) => sealText(JSON.stringify([root, `${dev}:${ino}`, text]));
  const plans = join(root, folder);
  const file = (id: string): string => join(plans, `${id}.json`);
  const stateFolder = (id: string): string => join(state, id);
  const show = (id: string): string => relative(root, file(id));

  function ids(): readonly string[] {
    return namesIn(plans)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => {
        const stats = lstatSync(join(plans, name), { throwIfNoEntry: false });
        return stats?.isFile() ? { id: name.slice(0, -".json".length), madeMs: stats.birthtimeMs } : [];
      })
      .map(({ id, madeMs }) => ({ id, made: createdOf(file(id)) ?? new Date(madeMs).toISOString() }))
      .sort((one, other) => (one.made < other.made ? 1 : one.made > other.made ? -1 : one.id < other.id ? 1 : -1))
      .map(({ id }) => id);
  }

  return {
    show,
    ids,
    seal,
    forgetRuns: () => rmSync(state, { recursive: true, force: true }),
    find(name) {
      const all = ids();
      if (name === undefined) {
        const [last] = all;
        if (last !== undefined) return last;
        throw new UserError(phrase`There is no plan here; make one with \`waymark plan new "GOAL"\`.`, EXIT.badInput);
      }
      const wanted = basename(name).replace(/\.json$/, "");
      if (all.includes(wanted)) return wanted;
      const beginning = all.filter((id) => id.startsWith(wanted));
      if (beginning.length === 1 && beginning[0] !== undefined) return beginning[0];
      const known = all.length === 0 ? phrase`there are none here` : phrase`there are ${all.slice(0, 10).join(", ")}`;
      throw new UserError(phrase`No plan "${name}": ${known}.`, EXIT.badInput);
    },
    async create(plan) {
      let { id } = plan;
      for (let number = 2; existsSync(file(id)); number++) id = `${plan.id.slice(0, 90)}-${number}`;
      const kept = { ...plan, id };
      // What is left of a plan whose file was taken away is nothing of this one.
      rmSync(stateFolder(id), { recursive: true, force: true });
      writePlan(kept, file(id), true);
      return kept;
    },
    async read(id) {
      // A list reads all plans of a folder: each gives others a turn.
      await new Promise(setImmediate);
      return foldJournal(planOf(readPlanText(file(id), show(id)), show(id)), readJournal(stateFolder(id)));
    },
    async open(id) {
      const folder = stateFolder(id);
      makeFolder(folder, { mode: 0o700 });
      const unlock = lock(planLock(state, id));
      try {
        return openRecord({ id, file: file(id), folder, shown: show(id), unlock, mask, seal });
      } catch (error) {
        unlock();
        throw error;
      }
    },
  };
}

/** What a run of a plan locks. */
export const planLock = (state: string, id: string): string => join(state, id, "run");

interface RecordPlace {
  readonly id: string;
  readonly file: string;
  readonly folder: string;
  readonly shown: string;
  readonly unlock: () => void;
  readonly mask: PlanMask;
  readonly seal: Seal;
}

function openRecord({ id, file, folder, shown, unlock, mask, seal }: RecordPlace): PlanRecord {
  const hasJournal = existsSync(join(folder, JOURNAL_NAME));
  const lines = readJournal(folder);
  const text = readPlanText(file, shown);
  const plan = foldJournal(planOf(text, shown), lines);
  let sequence = Math.max(plan.journal ?? 0, lines.at(-1)?.n ?? 0);
  const journal = openSync(join(folder, JOURNAL_NAME), "a", 0o600);
  const cacheFolder = join(folder, "cache");
  const sha256 = (text: string | Uint8Array): string => hash("sha256", text);
  const record: PlanRecord = {
    plan,
    hasNotes: hasJournal || plan.steps.every(({ attempts }) => attempts === 0),
    fileHash: sha256(text),
    hasCache: existsSync(cacheFolder),
    hash: sha256,
    seal,
    mask: mask.text,
    maskEvent: mask.recorded,
    note(entry, { mustReachDisk }) {
      sequence++;
      // What has become undefined is written as null: the reader takes the field away.
      const line = JSON.stringify({ n: sequence, ...entry }, (_, value: unknown) =>
        value === undefined ? null : value,
      );
      writeWhole(journal, `${line}\n`);
      if (mustReachDisk) fdatasyncSync(journal);
    },
    save(next, { mustReachDisk }) {
      const whole = { ...next, id, journal: sequence };
      writePlan(whole, file, mustReachDisk);
      if (mustReachDisk) ftruncateSync(journal, 0);
    },
    saveText(text) {
      const name = sha256(text);
      if (!existsSync(join(folder, "texts", name))) writeInto(join(folder, "texts", name), text);
      return name;
    },
    readText: (name) => (isSha256(name) ? readIfThere(join(folder, "texts", name)) : undefined),
    cached: (key) => readIfThere(join(cacheFolder, key)),
    cache(key, text) {
      if (!existsSync(join(cacheFolder, key))) writeInto(join(cacheFolder, key), text);
    },
    effects: (step, attempt) => stepEffects(join(folder, "steps", `${step}.${attempt}`)),
    close() {
      closeSync(journal);
      unlock();
    },
  };
  return record;
}

function writePlan(plan: Plan, file: string, mustReachDisk: boolean): void {
  const text = `${JSON.stringify(plan, undefined, 2)}\n`;
  try {
    replacePlanFile(file, text, { mustReachDisk });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      phrase`The plan ${file} cannot be written (${errorCode(error) ?? errorText(error)}); \`waymark plan resume\` goes on once it can.`,
      EXIT.toolFatal,
      { cause: error },
    );
  }
}

/** The file of a plan as it is. @throws {UserError} when there is none, or it is not to be read */
export function readPlanText(path: string, shown: string): string {
  const text = readIfThere(path, PLAN_BYTES_MAX);
  if (text !== undefined) return text;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
    throw new UserError(phrase`There is no plan ${shown}; \`waymark plan list\` shows what is there.`, EXIT.badInput);
  throw new UserError(phrase`${shown} is no plain file, or larger than 16 MB; no plan is.`, EXIT.badInput);
}

/** @throws {UserError} when it is no plan */
function planOf(text: string, shown: string): Plan {
  let value: unknown;
  try {
    value = parseForeignJson(text);
  } catch (error) {
    throw new UserError(phrase`${shown} is no JSON (${errorText(error)}); mend it there.`, EXIT.badInput, {
      cause: error,
    });
  }
  const read = readPlan(value);
  if (read.kind === "plan") return read.plan;
  throw new UserError(phrase`${shown} is no plan: ${read.problems.join(" ")}`, EXIT.badInput);
}

/** It stands before the steps: of its whole file nothing is read for a list of names. */
function createdOf(path: string): string | undefined {
  const head = fileHead(path, HEAD_BYTES_MAX, { flags: constants.O_NOFOLLOW ?? 0 });
  return /"created"\s*:\s*"([^"\\]*)"/.exec(head ?? "")?.[1];
}

const HEAD_BYTES_MAX = 65_536;
