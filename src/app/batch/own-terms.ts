import { findProvider, parseModelName } from "../../adapters/models/services/providers.ts";
import { listed, phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { lanesOf } from "../../core/batch/job.ts";
import type { BatchLimits } from "../../core/batch/limits.ts";
import { knowsPrice } from "../models/known-price.ts";
import { modelName } from "../models/model-name.ts";
import type { House } from "../open-house.ts";
import type { BatchDescription } from "./job-file.ts";

/** Where a person can say no to what a job would do. */
export interface Told {
  /** What a person should know. */
  onNotice(words: Words): void;
  /** Their yes; nobody is asked where it is absent. */
  agrees?(words: Words): Promise<boolean>;
}

/** The settings that bound a run, by the limits of a job that are the same. */
export const OWN_LIMITS = { cost: "maxCost", tokens: "maxTokens", wallTime: "maxWallTime" } as const;

/** The bounds that the person's settings give a run: a job may be anybody's, and widens none of them. */
export function ownLimits({ config }: Pick<House, "config">): BatchLimits {
  const bounds = Object.entries(OWN_LIMITS).filter(([, setting]) => config[setting] > 0);
  return Object.fromEntries(bounds.map(([limit, setting]) => [limit, config[setting]]));
}

const settled = new WeakSet<Told>();

/**
 * What a person is told of a job, and asked where they are there, before anything of it is sent; once a run.
 * @throws {UserError} where their no, or a limit of theirs that cannot hold, keeps it from being worked on
 */
export async function settleTerms(house: House, { job }: BatchDescription, told: Told): Promise<void> {
  if (settled.has(told)) return;
  const asked = lanesOf(job).flatMap((lane) => ("model" in lane && lane.model !== undefined ? [lane.model] : []));
  await refuseBlindCost(house, asked, job.limits.tokens);
  const foreign = await foreignModels(house, asked);
  settled.add(told);
  if (foreign.length === 0) return;
  const words = phrase`this job sends its items to ${listed(foreign)}, another provider than yours.`;
  if (told.agrees === undefined) return told.onNotice(words);
  if (!(await told.agrees(words)))
    throw new UserError(phrase`Nothing was sent; -m names the model that is yours.`, EXIT.failed);
}

async function refuseBlindCost(house: House, asked: readonly string[], tokensOfJob: number | undefined): Promise<void> {
  const { cost, tokens = tokensOfJob } = ownLimits(house);
  if (cost === undefined || tokens !== undefined) return;
  for (const model of asked)
    if (!(await knowsPrice(model, house.settings)))
      throw new UserError(
        phrase`Your limit of cost (maxCost) cannot hold: the price of ${model} is not known; set maxTokens, which can.`,
        EXIT.badInput,
      );
}

const providerOf = (model: string): string => parseModelName(model)?.provider ?? model;

/** Models of providers that the person does not use, which are not on this machine. */
async function foreignModels({ settings }: House, asked: readonly string[]): Promise<readonly string[]> {
  const isFar = (model: string): boolean => findProvider(providerOf(model))?.local === false;
  const far = [...new Set(asked)].filter(isFar);
  if (far.length === 0) return [];
  const own = [await modelName(settings), ...settings.config.fallbackModels].map(providerOf);
  return far.filter((model) => !own.includes(providerOf(model)));
}
