import type { EdgeKind } from "../../model.ts";
import { listValues, unquote } from "../control-cards/operand-field.ts";
import type { Dd, DdEntry, JclStep, JclValue } from "./jcl-model.ts";
import { findDd } from "./jcl-reader.ts";
import { isLibraryDd } from "./system-programs.ts";

/** A dataset that a DD entry names. */
export interface DatasetUse {
  /** As the step sees it: symbols replaced, generation and member kept: `A.B(+1)`, `A.LIB(MEM)`, `&&TEMP`. */
  readonly name: string;
  /** Without generation and member. */
  readonly dataset: string;
  readonly generation?: string;
  readonly member?: string;
  readonly isTemporary: boolean;
  /** DSN=NULLFILE: no data at all. */
  readonly isNull: boolean;
  readonly value: JclValue;
}

const REFERBACKS_MAX = 20;

/**
 * The dataset of a DD entry; undefined for SYSOUT, DUMMY, instream data and UNIX paths.
 * @param earlier  the steps before, the step itself last: where `*.STEP.DD` looks
 */
export function datasetOf(entry: DdEntry, earlier: readonly JclStep[]): DatasetUse | undefined {
  let value = entry.parameters.get("DSN");
  for (let count = 0; value?.text.startsWith("*."); count++) {
    const target = count < REFERBACKS_MAX ? referredEntry(value.text, earlier) : undefined;
    const next = target?.parameters.get("DSN");
    if (!target || !next) return undefined;
    value = {
      ...next,
      file: value.file,
      line: value.line,
      via: [...value.via, { file: next.file, line: next.line }, ...next.via],
    };
  }
  if (!value) return undefined;
  const name = unquote(value.text).trim().toUpperCase();
  if (name === "") return undefined;
  const match = /^([^(]+)\(([^)]*)\)?$/.exec(name);
  const inside = match?.[2] ?? "";
  const isGeneration = /^[+-]?\d+$/.test(inside);
  return {
    name,
    dataset: match?.[1] ?? name,
    ...(match && isGeneration && { generation: inside }),
    ...(match && !isGeneration && { member: inside }),
    isTemporary: name.startsWith("&&"),
    isNull: name === "NULLFILE",
    value,
  };
}

/** What a DD says of the records of its dataset, by itself or in its DCB: the length, and where that stands. */
export function recordsOf({ parameters }: DdEntry): Record<string, unknown> {
  const dcb = parameters.get("DCB");
  const attributes = listValues(dcb?.text ?? "");
  const inDcb = (name: string): string | undefined =>
    attributes.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const said = (name: string): string => unquote(parameters.get(name)?.text ?? inDcb(name) ?? "");
  const place = parameters.get("LRECL") ?? dcb;
  const length = said("LRECL");
  if (place === undefined || !/^\d+$/.test(length)) return {};
  const format = said("RECFM");
  return { records: { length: Number(length), ...(format !== "" && { format }), file: place.file, line: place.line } };
}

/** `*.DD`, `*.STEP.DD` or `*.STEP.PROCSTEP.DD`. */
function referredEntry(reference: string, earlier: readonly JclStep[]): DdEntry | undefined {
  const parts = reference.slice(2).toUpperCase().split(".");
  const dd = parts.at(-1) ?? "";
  const own = earlier.at(-1);
  if (parts.length === 1) return own && findDd(own, dd)?.entries[0];
  const step = earlier.findLast((candidate) => candidate.name === parts[0]);
  const inner =
    parts.length > 2 ? step?.called.find((candidate) => candidate.name === parts.slice(1, -1).join(".")) : step;
  return inner && findDd(inner, dd)?.entries[0];
}

/** DISP as written: status, normal and abnormal disposition; empty where nothing is said. */
export function dispositionOf(entry: DdEntry): readonly [status: string, normal: string, abnormal: string] {
  const [status = "", normal = "", abnormal = ""] = listValues(entry.parameters.get("DISP")?.text ?? "").map((part) =>
    part.trim().toUpperCase(),
  );
  return [status, normal, abnormal];
}

/**
 * What a step does to the dataset of a DD entry.
 * @param role  what the program is known to do with the DD, which is stronger than DISP
 */
export function accessKinds(dd: Dd, entry: DdEntry, program: string, role: EdgeKind | undefined): EdgeKind[] {
  const [written, normal] = dispositionOf(entry);
  const status = written || defaultStatus(entry);
  const deletes: EdgeKind[] = normal === "DELETE" && status !== "NEW" ? ["deletes"] : [];
  if (program === "IEFBR14") {
    if (deletes.length > 0) return deletes;
    return [status === "NEW" || status === "MOD" ? "defines" : "references"];
  }
  if (isLibraryDd(dd.name)) return ["reads"];
  return [role ?? kindOfStatus(status), ...deletes];
}

function kindOfStatus(status: string): EdgeKind {
  if (status === "NEW" || status === "MOD") return "writes";
  return status === "OLD" ? "updates" : "reads";
}

/** DISP left out means NEW, but a DD that says nothing about space can only name what exists. */
function defaultStatus(entry: DdEntry): string {
  const makes = ["SPACE", "LIKE", "UNIT", "RECORG", "AVGREC"].some((key) => entry.parameters.has(key));
  return makes ? "NEW" : "SHR";
}
