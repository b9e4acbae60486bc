import { escapeRegExp } from "../../../../../../../base/glob.ts";
import { describedThing } from "../../../../described.ts";
import type { Looking } from "../../../../looking.ts";
import type { Context } from "../../../../query/draft.ts";
import { readUses, type Use } from "../../../../query/rows/data.ts";
import { cited } from "../../../answer.ts";
import { type MeantRecord, recordsMeant } from "../record-meant.ts";

/** Data that words describe, and all that programs and steps do to it. */
export interface MeantData {
  readonly uses: readonly Use[];
  readonly taken: string;
}

/** What the parts of one file are called: its cluster, the indexes and paths over it. */
const PART = /(?:\.(?:VSAM|KSDS|ESDS|RRDS|CLUSTER|BASE|DATA|INDEX|AIX\d?|PATH\d?))+$/i;
const stemOfData = (name: string): string => name.toUpperCase().replace(PART, "");
const OTHERS_MAX = 4;

/** Whether a use is of the file of that name: of a part of it, or of a program that calls it by its last qualifier or DD and tells no data set. */
function isOfFile({ data, kind }: Use, name: string): boolean {
  const [one, other] = [stemOfData(data), stemOfData(name)];
  if (one === other) return true;
  const isShort = !one.includes(".") || !other.includes(".");
  const isThroughDd = !other.includes(".") && new RegExp(`\\bDD ${escapeRegExp(other)}(?![\\w-])`, "i").test(kind);
  return isThroughDd || (isShort && one.split(".").at(-1) === other.split(".").at(-1));
}

/** The file or table that words describe: by its name, with what has its layout where no DD tells of which file; else by the layout of its records alone. @param noun  what the question calls it */
export function* dataMeant(words: readonly string[], noun: string, context: Context): Looking<MeantData | undefined> {
  if (words.length === 0) return undefined;
  const records = (yield* recordsMeant(words, context)).taken;
  const names = records.map(({ name }) => name);
  const ofRecord = names.length === 0 ? [] : ((yield* readUses(context.folder, names))?.uses ?? []);
  const called = yield* describedThing(words, [/^(?:table|segment)/.test(noun) ? "table" : "dataset"], context.folder);
  const said = words.join(" ");
  if (!called) return byRecord(said, records, ofRecord);
  const all = (yield* readUses(context.folder))?.uses ?? [];
  const own = all.filter((use) => isOfFile(use, called.name));
  const untold = ofRecord.filter(
    ({ kind, user }) => /^file/.test(kind) && !own.some((one) => one.user === user && !one.isOfJob),
  );
  const uses = [...own, ...untold];
  const others = [...(called.others ?? []), ...ofRecord.map(({ data }) => data)].filter(
    (name) => all.some(({ data }) => data === name) && !uses.some(({ data }) => data === name),
  );
  const also = others.length === 0 ? "" : ` Of a like name, not counted here: ${firstOf(others, OTHERS_MAX)}.`;
  return { uses, taken: `I took "${said}" as ${firstOf(dataIn(own))}, by its name.${also}` };
}

function byRecord(said: string, [record]: readonly MeantRecord[], uses: readonly Use[]): MeantData | undefined {
  if (!record || uses.length === 0) return undefined;
  const holder = `what holds records of ${record.name} (${cited(record.shown)})`;
  return { uses, taken: `I took "${said}" as ${holder}: ${firstOf(dataIn(uses))}.` };
}

const dataIn = (uses: readonly Use[]): readonly string[] => uses.map(({ data }) => data);
const firstOf = (names: readonly string[], most?: number): string => [...new Set(names)].slice(0, most).join(", ");
