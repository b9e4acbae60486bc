import { isObject } from "../../base/is-object.ts";
import {
  type Plan,
  type PlanDiffLine,
  type PlanStep,
  REVISION_ACTIONS,
  type RevisionAction,
} from "../protocol/plan.ts";
import { dependentsOf } from "./order.ts";
import { readSteps } from "./read-plan.ts";
import { findReferences, renameReferences } from "./references.ts";

/** What a replanner wants: one action, why, and the steps that go with it. */
export interface PlanChange {
  readonly action: RevisionAction;
  readonly reason: string;
  readonly steps: readonly PlanStep[];
  /** Whether those that need a skipped step go on without it. */
  readonly dependents: "release" | "cancel";
}

export type ReadChange =
  | { readonly kind: "change"; readonly change: PlanChange }
  | { readonly kind: "malformed"; readonly problems: readonly string[] };

export type Revised =
  | { readonly kind: "revised"; readonly plan: Plan; readonly diff: readonly PlanDiffLine[] }
  | { readonly kind: "refused"; readonly problem: string };

const ACTION_NAMES: Readonly<Record<string, RevisionAction>> = {
  ...Object.fromEntries(REVISION_ACTIONS.map((action) => [action, action])),
  add_steps: "add",
  add_step: "add",
  retry: "modify",
  replace: "alternative",
};

/** Whether a value looks like a replanner's answer at all. */
export function isChange(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && typeof value["action"] === "string";
}

export function readChange(value: Readonly<Record<string, unknown>>): ReadChange {
  const action = ACTION_NAMES[String(value["action"]).toLowerCase()];
  if (!action)
    return {
      kind: "malformed",
      problems: [`action is "${String(value["action"])}"; use ${REVISION_ACTIONS.join(", ")}.`],
    };
  const reason = typeof value["reason"] === "string" ? value["reason"] : "";
  const dependents = value["dependents"] === "cancel" ? "cancel" : "release";
  const list = value["steps"] ?? (isObject(value["step"]) ? [value["step"]] : undefined);
  if (action === "skip") return { kind: "change", change: { action, reason, steps: [], dependents } };
  const read = readSteps(list, { keepState: false });
  if (read.kind === "malformed") return read;
  return { kind: "change", change: { action, reason, steps: read.steps, dependents } };
}

/**
 * The plan after a change because of a failed step. Steps that are done or under way are never touched; new ids never
 * meet old ones. Does not check tools and circles: the caller validates the whole.
 */
export function revisePlan(plan: Plan, failedId: string, change: PlanChange): Revised {
  const failed = plan.steps.find((step) => step.id === failedId);
  if (!failed) return { kind: "refused", problem: `There is no step ${failedId}.` };
  const steps = reviseSteps(plan, failed, change);
  if (typeof steps === "string") return { kind: "refused", problem: steps };
  const diff = diffSteps(plan.steps, steps);
  return { kind: "revised", plan: { ...plan, steps: [...steps] }, diff };
}

function reviseSteps(plan: Plan, failed: PlanStep, change: PlanChange): readonly PlanStep[] | string {
  switch (change.action) {
    case "modify":
      return modify(plan, failed, change);
    case "add":
      return add(plan, failed, withFreshIds(plan, change.steps));
    case "skip":
      return skip(plan, failed, change.dependents);
    case "alternative":
      return alternative(plan, failed, withFreshIds(plan, change.steps));
    case "replan":
      return replanRest(plan, failed, change.steps);
  }
}

function modify({ steps }: Plan, failed: PlanStep, change: PlanChange): readonly PlanStep[] | string {
  const mended = change.steps.find((step) => step.id === failed.id) ?? change.steps[0];
  if (!mended) return "modify needs the mended step in steps.";
  const { error: _, result: __, output: ___, key: ____, ...kept } = failed;
  const next: PlanStep = {
    ...kept,
    tool: mended.tool,
    params: mended.params,
    title: mended.title === "" || mended.title === mended.id ? failed.title : mended.title,
    needs: mended.needs.length === 0 ? failed.needs : mended.needs.filter((need) => need !== failed.id),
    ...(mended.check === undefined ? {} : { check: mended.check }),
    status: "pending",
  };
  return steps.map((step) => (step.id === failed.id ? next : step));
}

/** New steps come first, then the failed one is tried again. */
function add({ steps }: Plan, failed: PlanStep, added: readonly PlanStep[]): readonly PlanStep[] {
  const { error: _, ...kept } = failed;
  const before = added.map((step) => ({ ...step, needs: step.needs.filter((need) => need !== failed.id) }));
  const again: PlanStep = {
    ...kept,
    status: "pending",
    needs: [...failed.needs, ...before.map((step) => step.id)],
  };
  return steps.flatMap((step) => (step.id === failed.id ? [...before, again] : [step]));
}

/** Dependents go on without it, unless they use its output or were to be cancelled with it. */
function skip({ steps }: Plan, failed: PlanStep, dependents: "release" | "cancel"): readonly PlanStep[] {
  const cancelled = new Set<string>();
  const needers = dependentsOf(steps);
  const waiting = (needers.get(failed.id) ?? []).filter(
    (id) =>
      dependents === "cancel" ||
      usesOutput(
        steps.find((step) => step.id === id),
        failed.id,
      ),
  );
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (cancelled.has(next)) continue;
    cancelled.add(next);
    waiting.push(...(needers.get(next) ?? []));
  }
  return steps.map((step) => {
    if (step.id === failed.id) return { ...step, status: "skipped" };
    if (!cancelled.has(step.id) || isFixed(step)) return step;
    return { ...step, status: "skipped", error: `Skipped with ${failed.id}, which it needs.` };
  });
}

/** The replacements take the place of the failed step: whoever needed it needs their last ones. */
function alternative({ steps }: Plan, failed: PlanStep, added: readonly PlanStep[]): readonly PlanStep[] | string {
  const inner = new Set(added.flatMap((step) => step.needs));
  const last = added.filter((step) => !inner.has(step.id));
  const heir = last.at(-1)?.id;
  if (heir === undefined) return "alternative needs the replacing steps, and one of them must come last.";
  const replacing = added.map((step) => ({
    ...step,
    needs: step.needs.length === 0 ? failed.needs : step.needs.filter((need) => need !== failed.id),
  }));
  return steps.flatMap((step): PlanStep[] => {
    if (step.id === failed.id) return [{ ...step, status: "skipped" }, ...replacing];
    if (isFixed(step) || !step.needs.includes(failed.id)) return [step];
    const needs = step.needs.flatMap((need) => (need === failed.id ? last.map((one) => one.id) : [need]));
    const renamed = {
      ...step,
      needs,
      params: renameReferences(step.params, failed.id, heir) as PlanStep["params"],
    };
    if (step.check === undefined) return [renamed];
    return [{ ...renamed, check: renameReferences(step.check, failed.id, heir) as NonNullable<PlanStep["check"]> }];
  });
}

/** Everything that has not begun gives way to new steps; the failed one stays on record as skipped. */
function replanRest(plan: Plan, failed: PlanStep, rest: readonly PlanStep[]): readonly PlanStep[] | string {
  if (rest.length === 0) return "replan needs the new steps.";
  const kept = plan.steps.filter((step) => step.id === failed.id || isFixed(step) || step.status === "skipped");
  const added = withFreshIds({ ...plan, steps: kept }, rest, plan);
  const removeNeed = (step: PlanStep): PlanStep => ({
    ...step,
    needs: step.needs.filter((need) => need !== failed.id),
  });
  return [
    ...kept.map((step): PlanStep => (step.id === failed.id ? { ...step, status: "skipped" } : step)),
    ...added.map(removeNeed),
  ];
}

/** Done, or being done: history that no revision changes. */
function isFixed({ status }: PlanStep): boolean {
  return status === "completed" || status === "in_progress";
}

function usesOutput(step: PlanStep | undefined, id: string): boolean {
  return findReferences([step?.params, step?.check]).references.some((reference) => reference.step === id);
}

/** New steps under ids that nothing in the plan, now or in an earlier revision, has ever had. */
function withFreshIds(kept: Plan, added: readonly PlanStep[], whole: Plan = kept): readonly PlanStep[] {
  const taken = new Set([
    ...whole.steps.map((step) => step.id),
    ...whole.revisions.flatMap((revision) => revision.diff.map((line) => line.step)),
  ]);
  const names = new Map<string, string>();
  for (const { id } of added) {
    let name = id;
    for (let number = 2; taken.has(name); number++) name = `${id.slice(0, 58)}-${number}`;
    taken.add(name);
    names.set(id, name);
  }
  return added.map((step) => renameStep(step, names));
}

function renameStep(step: PlanStep, names: ReadonlyMap<string, string>): PlanStep {
  let renamed: PlanStep = {
    ...step,
    id: names.get(step.id) ?? step.id,
    needs: step.needs.map((need) => names.get(need) ?? need),
  };
  for (const [from, to] of names) {
    if (from === to) continue;
    renamed = { ...renamed, params: renameReferences(renamed.params, from, to) as PlanStep["params"] };
    if (renamed.check !== undefined)
      renamed = { ...renamed, check: renameReferences(renamed.check, from, to) as NonNullable<PlanStep["check"]> };
  }
  return renamed;
}

const COMPARED = ["title", "tool", "params", "needs", "check", "idempotent", "limits", "status"] as const;

/** Step by step what is other: added and removed ones whole, changed ones field by field. */
export function diffSteps(before: readonly PlanStep[], after: readonly PlanStep[]): readonly PlanDiffLine[] {
  const old = new Map(before.map((step) => [step.id, step]));
  const kept = new Set(after.map((step) => step.id));
  const lines: PlanDiffLine[] = [];
  for (const step of before) if (!kept.has(step.id)) lines.push({ op: "remove", step: step.id, from: outline(step) });
  for (const step of after) {
    const was = old.get(step.id);
    if (!was) lines.push({ op: "add", step: step.id, to: outline(step) });
    else lines.push(...changedFields(was, step));
  }
  return lines;
}

function changedFields(was: PlanStep, step: PlanStep): readonly PlanDiffLine[] {
  return COMPARED.flatMap((field) => {
    if (JSON.stringify(was[field]) === JSON.stringify(step[field])) return [];
    return [{ op: "change" as const, step: step.id, field, from: was[field], to: step[field] }];
  });
}

function outline({ title, tool, params, needs, check }: PlanStep): unknown {
  return { title, tool, params, needs, ...(check === undefined ? {} : { check }) };
}
