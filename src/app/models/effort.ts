import type { ModelClient } from "../../core/ports/model.ts";
import { type Effort, isEffort, nearestEffort } from "../../core/protocol/effort.ts";
import type { LoadedConfig } from "../settings/load.ts";

/** `openai/o3:high` names a model and how much it should think; what stands behind any other colon is part of the id. */
export function splitEffort(name: string): { readonly name: string; readonly effort?: Effort } {
  const colon = name.lastIndexOf(":");
  const effort = name.slice(colon + 1);
  return colon > 0 && isEffort(effort) ? { name: name.slice(0, colon), effort } : { name };
}

/** What a person should know of the effort that was asked for; undefined where it is had, or nobody knows. */
export function effortNotice(
  { id, efforts }: { readonly id: string; readonly efforts: readonly Effort[] | undefined },
  wanted: Effort,
): string | undefined {
  if (!efforts || efforts.includes(wanted)) return undefined;
  const nearest = nearestEffort(wanted, efforts);
  return nearest === undefined
    ? `${id} cannot be told how much to think: the effort ${wanted} is left out.`
    : `${id} knows no effort ${wanted}: it is asked with ${nearest}.`;
}

/** The same of the effort that the person named just now, on the command line, in a variable or with the model. */
export function namedEffortNotice(
  { id, effort, abilities }: ModelClient,
  { config, sources }: LoadedConfig,
): readonly string[] {
  const isNear = /^(?:flag|environment)/.test(sources["effort"] ?? "");
  const wanted = effort ?? (isNear ? config.effort : undefined);
  const notice = wanted && effortNotice({ id, efforts: abilities.efforts }, wanted);
  return notice ? [notice] : [];
}
