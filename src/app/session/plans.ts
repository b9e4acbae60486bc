import type { PlanFiles, PlanMask } from "../../adapters/plans/plan-files.ts";
import { phrase } from "../../base/phrase.ts";
import type { PlanStore } from "../../core/plan/plan-store.ts";
import { keptOf, type Locations } from "../settings/locations.ts";
import { OWN_FOLDER, OWN_NAMES } from "../trust/own-names.ts";
import { personSeal } from "../trust/person-seal.ts";

export type { PlanFiles } from "../../adapters/plans/plan-files.ts";

/** A working folder, and where this person's own state lies. */
export interface PlanPlace {
  readonly cwd: string;
  readonly places: Pick<Locations, "state">;
}

/** Where it is kept what runs of the folder's plans need. */
export const planState = ({ cwd, places }: PlanPlace): string => keptOf(places.state, "plans", cwd);

/** The plans of a folder. Nothing is loaded before the first is needed. */
export function lazyPlans(place: PlanPlace, mask?: PlanMask): PlanStore {
  const load = (): Promise<PlanFiles> => openPlans(place, mask);
  return {
    create: async (plan) => (await load()).create(plan),
    read: async (id) => (await load()).read(id),
    open: async (id) => (await load()).open(id),
    show: (id) => `${OWN_FOLDER}/${OWN_NAMES.plans}/${id}.json`,
  };
}

/** @param mask  takes secrets out of what is kept on disk */
export async function openPlans({ cwd, places }: PlanPlace, mask?: PlanMask): Promise<PlanFiles> {
  const { createPlanFiles } = await import("../../adapters/plans/plan-files.ts");
  const { lockSession } = await import("../../adapters/sessions/session-lock.ts");
  return createPlanFiles({
    root: cwd,
    seal: personSeal(places.state),
    folder: `${OWN_FOLDER}/${OWN_NAMES.plans}`,
    state: planState({ cwd, places }),
    ...(mask === undefined ? {} : { mask }),
    lock: (path) =>
      lockSession(path, (holder) => phrase`The plan is in use by ${holder}; wait for it, or end it first.`),
  });
}

/** The file whole or not at all, as a person wrote it. */
export async function replacePlanFile(path: string, text: string): Promise<void> {
  const { replacePlanFile } = await import("../../adapters/plans/write-safely.ts");
  replacePlanFile(path, text);
}
