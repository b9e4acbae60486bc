import type { MemberLookup } from "../../frontend.ts";
import type { EdgeKind, NodeKind, Place, ReferenceFact, SymbolFact } from "../../model.ts";
import type { CardUse } from "../control-cards/card-use.ts";
import { listValues, unquote } from "../control-cards/operand-field.ts";
import { type CsdFacts, csdFacts } from "../csd/csd-definitions.ts";
import { cardTexts, imsProgram, type StepWork, stepWork } from "./jcl-cards.ts";
import { accessKinds, type DatasetUse, datasetOf, dispositionOf, recordsOf } from "./jcl-datasets.ts";
import type { Dd, DdEntry, JclBody, JclStep, JclValue } from "./jcl-model.ts";
import { isLibraryDd, isSystemProcedure, isSystemProgram } from "./system-programs.ts";

type Reference = Omit<ReferenceFact, "from">;

const CARD_TARGETS: Readonly<Record<CardUse["target"], readonly NodeKind[]>> = {
  dd: ["dataset"],
  dataset: ["dataset"],
  table: ["table"],
  program: ["program"],
  procedure: ["procedure", "program"],
};

/** Who does something: a step, and the step of the procedure it calls. */
interface Doer {
  readonly key: string;
  readonly procstep?: string;
  /** Datasets that its program is loaded from. */
  readonly libraries?: readonly string[] | undefined;
}

/** The datasets of STEPLIB or JOBLIB, in their order; undefined where there is none. */
function librariesOf(dds: readonly Dd[]): readonly string[] | undefined {
  const entries = dds.find(({ name }) => name === "STEPLIB" || name === "JOBLIB")?.entries;
  return entries?.flatMap(({ parameters }) => {
    const dataset = (parameters.get("DSN") ?? parameters.get("DSNAME"))?.text;
    return dataset === undefined ? [] : [unquote(dataset).toUpperCase()];
  });
}

/** Turns the steps of a job or procedure into symbols and references. Keys stay unique within one collector. */
export class JclCollector {
  readonly symbols: SymbolFact[] = [];
  readonly references: ReferenceFact[] = [];
  readonly #members: MemberLookup;
  readonly #used: Set<string>;
  readonly #file: string;
  readonly #keys = new Map<string, number>();
  #jobLibraries: readonly string[] | undefined;

  constructor(file: string, members: MemberLookup, used: Set<string>) {
    this.#file = file;
    this.#members = members;
    this.#used = used;
  }

  /** Adds the job or procedure itself; its key is the answer. */
  owner(symbol: Omit<SymbolFact, "key">): string {
    const key = this.#unique(`${symbol.kind}:${symbol.name}`);
    this.symbols.push({ ...symbol, key });
    return key;
  }

  body(ownerKey: string, body: JclBody): void {
    for (const include of body.includes) {
      const { member, place, text } = include;
      this.#add(ownerKey, { kind: "includes", name: member, targets: ["procedure", "module"], ...place, text });
    }
    this.#jobLibraries = librariesOf(body.dds);
    for (const dd of body.dds)
      for (const entry of dd.entries) this.#dd({ key: ownerKey }, dd, entry, { work: UNKNOWN_WORK, steps: [] });
    for (const [index, step] of body.steps.entries())
      this.#step(ownerKey, step, body.steps.slice(Math.max(0, index - STEPS_BACK_MAX), index));
  }

  #unique(key: string): string {
    const count = (this.#keys.get(key) ?? 0) + 1;
    this.#keys.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  }

  #add(from: string, reference: Reference): void {
    const { file, ...rest } = reference;
    this.references.push({ ...rest, from, ...(file !== undefined && file !== this.#file && { file }) });
  }

  #step(ownerKey: string, step: JclStep, earlier: readonly JclStep[]): void {
    const key = this.#unique(`${ownerKey}/step:${step.name}`);
    const isHere = step.file === this.#file;
    const [only, condition] = [step.parameters.get("COND")?.text, step.conditions.join(" AND ")];
    const parameter = step.parameters.get("PARM")?.text;
    const ddsShown = [...step.dds, ...step.overrides].map((dd) => this.#ddDetail(dd, step, earlier));
    this.symbols.push({
      key,
      kind: "step",
      name: step.name || "(unnamed)",
      owner: ownerKey,
      ...(!isHere && { file: step.file }),
      start: step.line,
      end: step.endLine,
      detail: {
        ...(step.program && { program: unquote(step.program.text).toUpperCase() }),
        ...(step.procedure && { procedure: step.procedure.text.toUpperCase() }),
        ...(parameter !== undefined && { parm: unquote(parameter) }),
        ...(only !== undefined && { cond: only }),
        ...(condition !== "" && { condition }),
        dds: ddsShown,
      },
    });
    if (step.procedure) this.#executes({ key }, step.procedure, ["procedure"], step.text);
    this.#run({ key }, step, earlier);
    // Without the procedure its overrides are all that is known of the step's DDs.
    const known = step.called.length === 0 ? step.overrides : [];
    for (const dd of known)
      for (const entry of dd.entries)
        this.#dd({ key }, dd, { ...entry, isOverride: true }, { work: UNKNOWN_WORK, steps: [...earlier, step] });
    for (const [index, inner] of step.called.entries()) {
      const doer = { key, procstep: inner.name };
      if (inner.procedure) this.#executes(doer, inner.procedure, ["procedure"], inner.text);
      this.#run(doer, inner, [...earlier, ...step.called.slice(Math.max(0, index - STEPS_BACK_MAX), index)]);
    }
  }

  /** Program, control statements and DDs of a step, or of a step of the procedure it calls. */
  #run(doer: Doer, step: JclStep, earlier: readonly JclStep[]): void {
    const { key } = doer;
    const from = { ...doer, libraries: librariesOf(step.dds) ?? this.#jobLibraries };
    const work = stepWork(step, earlier, this.#members, this.#used);
    const program = step.program && this.#program(step, step.program, earlier);
    if (program) this.#executes(from, program, ["program"], step.text);
    else if (step.program) this.#unknownProgram(doer, step.program, step.text);
    const ims = imsProgram(step);
    if (ims) this.#executes(from, ims.program, ["program"], step.text);
    if (ims?.psb)
      this.#add(key, {
        ...this.#valueReference("references", ims.psb, step.text),
        targets: ["module"],
        detail: { type: "psb" },
      });
    for (const use of work.uses) this.#card(doer, use);
    if (work.program === "DFHCSDUP") this.#csd(key, step);
    const steps = [...earlier, step];
    for (const dd of step.dds) for (const entry of dd.entries) this.#dd(doer, dd, entry, { work, steps });
  }

  /** `PGM=*.STEP.DD` runs the member that the DD names. */
  #program(step: JclStep, written: JclValue, earlier: readonly JclStep[]): JclValue | undefined {
    if (!written.text.startsWith("*.")) return written;
    const pointer: DdEntry = {
      file: step.file,
      line: step.line,
      endLine: step.line,
      text: step.text,
      parameters: new Map([["DSN", written]]),
    };
    const found = datasetOf(pointer, [...earlier, step]);
    return found?.member ? { ...found.value, text: found.member } : undefined;
  }

  #unknownProgram(doer: Doer, written: JclValue, text: string): void {
    const reason = "the DD that it refers to names no member";
    const reference = this.#valueReference("executes", written, text);
    this.#add(doer.key, { ...reference, targets: ["program"], resolved: "unresolved", reason });
  }

  #executes(doer: Doer, value: JclValue, targets: readonly NodeKind[], text: string): void {
    const name = unquote(value.text).toUpperCase();
    if (name === "" && value.via.length === 0) return;
    const empty = name === "" && {
      name: "(empty)",
      resolved: "unresolved" as const,
      reason: "its symbol has an empty value",
    };
    const reference = { ...this.#valueReference("executes", { ...value, text: name }, text), ...empty };
    const isSystem = targets[0] === "program" ? isSystemProgram(name) : isSystemProcedure(name);
    const libraries = targets[0] === "program" && !isSystem && doer.libraries?.length ? doer.libraries : undefined;
    this.#add(doer.key, {
      ...reference,
      targets,
      ...(isSystem && { resolved: "external" as const }),
      ...((doer.procstep || libraries) && {
        detail: { ...(doer.procstep && { procstep: doer.procstep }), ...(libraries && { libraries }) },
      }),
    });
  }

  /** A name that may have come through symbols. */
  #valueReference(kind: EdgeKind, value: JclValue, text: string): Omit<Reference, "targets"> {
    const base = { kind, name: value.text, file: value.file, line: value.line, text };
    if (value.missing.length > 0)
      return { ...base, resolved: "unresolved", reason: `symbol &${value.missing.join(", &")} has no value` };
    return value.via.length > 0 ? { ...base, resolved: "propagated", via: uniquePlaces(value.via) } : base;
  }

  #card(doer: Doer, use: CardUse): void {
    // What is done to a DD shows on the DD's own dataset.
    if (use.target === "dd") return;
    const { kind, name, file, line, text } = use;
    const isSystem = use.target === "program" && isSystemProgram(name);
    this.#add(doer.key, {
      kind,
      name,
      targets: CARD_TARGETS[use.target],
      file,
      line,
      text,
      ...(isSystem && { resolved: "external" as const }),
      detail: {
        control: true,
        ...(doer.procstep && { procstep: doer.procstep }),
        ...(use.target === "dataset" && datasetDetail(name)),
        ...use.detail,
      },
    });
  }

  /** DEFINE commands in the SYSIN of DFHCSDUP are resource definitions like those of a CSD file. */
  #csd(key: string, step: JclStep): void {
    for (const dd of step.dds) {
      if (dd.name !== "SYSIN") continue;
      for (const cards of cardTexts(dd, [step], { members: this.#members, used: this.#used, program: "DFHCSDUP" })) {
        const facts: CsdFacts = csdFacts(cards, key);
        for (const symbol of facts.symbols)
          this.symbols.push({
            ...symbol,
            key: this.#unique(symbol.key),
            ...(cards.file !== this.#file && { file: cards.file }),
          });
        for (const { from, ...reference } of facts.references) this.#add(from, { ...reference, file: cards.file });
      }
    }
  }

  #dd(doer: Doer, dd: Dd, entry: DdEntry, { work, steps }: { work: StepWork; steps: readonly JclStep[] }): void {
    const dataset = datasetOf(entry, steps);
    if (!dataset) return;
    const name = dd.name.slice(dd.name.lastIndexOf(".") + 1);
    const kinds: EdgeKind[] = dataset.isNull
      ? ["references"]
      : accessKinds(dd, entry, work.program, work.roles.get(name));
    for (const kind of kinds) {
      const reference = this.#valueReference(kind, { ...dataset.value, text: dataset.name }, entry.text);
      const disposition = dispositionOf(entry).filter((part) => part !== "");
      this.#add(doer.key, {
        ...reference,
        targets: ["dataset"],
        ...(dataset.isNull && { resolved: "external" as const }),
        detail: {
          dd: name,
          ...ownDetail(dataset),
          ...(work.application && { program: work.application }),
          ...(disposition.length > 0 && { disposition }),
          ...recordsOf(entry),
          ...(doer.procstep && { procstep: doer.procstep }),
          ...(entry.isOverride && { override: true }),
          ...(isLibraryDd(name) && { library: true }),
        },
      });
    }
  }

  #ddDetail(dd: Dd, step: JclStep, earlier: readonly JclStep[]): Record<string, unknown> {
    const entry = dd.entries[0];
    const datasets = dd.entries.flatMap((each) => datasetOf(each, [...earlier, step])?.name ?? []);
    const sysout = entry?.parameters.get("SYSOUT");
    return {
      name: dd.name,
      line: entry?.line ?? step.line,
      ...(datasets.length > 0 && { datasets }),
      ...(sysout && { sysout: sysout.text }),
      ...(entry?.data && { instream: entry.data.lines.length }),
    };
  }
}

/** What is known of a step whose program is not. */
const UNKNOWN_WORK: StepWork = { program: "", application: "", uses: [], roles: new Map() };
/** Backward references reach this many steps: a job has at most 255. */
const STEPS_BACK_MAX = 255;
const VIA_MAX = 20;

function uniquePlaces(places: readonly Place[]): Place[] {
  const seen = new Map(places.map((place) => [`${place.file}:${place.line}`, place]));
  return [...seen.values()].slice(0, VIA_MAX);
}

const ownDetail = (dataset: DatasetUse): Record<string, unknown> => ({
  dataset: dataset.dataset,
  ...(dataset.generation !== undefined && { generation: dataset.generation }),
  ...(dataset.member !== undefined && { member: dataset.member }),
  ...(dataset.isTemporary && { temporary: true }),
});

function datasetDetail(name: string): Record<string, unknown> {
  const [dataset = name, inside] = listValues(name.replace("(", ",").replace(/\)$/, ""));
  if (inside === undefined) return { dataset };
  return /^[+-]?\d+$/.test(inside) ? { dataset, generation: inside } : { dataset, member: inside };
}
