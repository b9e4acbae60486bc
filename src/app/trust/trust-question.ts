import type { Words } from "../../base/phrase.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { workingFolder } from "../settings/working-folder.ts";
import { finishedLooks, finishLooksIn } from "./finish-looks.ts";
import { setTrust, type TrustState, trustState } from "./trust.ts";

/** What a person has to be asked before a folder's own settings and programs may count. */
export interface TrustQuestion {
  readonly state: Extract<TrustState, { kind: "untrusted" }>;
  /** The answer yes: they count from now on, as they were shown. */
  accept(): void;
}

/** Undefined where there is nothing to ask. @throws {UserError} when the folder is none or may not be read */
export async function trustQuestion(folder: string, environment: Environment): Promise<TrustQuestion | undefined> {
  const cwd = workingFolder(folder);
  const places = locations(environment);
  // What is asked about is the person's, and nothing that a cut-off command left.
  await finishLooksIn([cwd], places, cwd);
  const state = trustState(cwd, places);
  return state.kind === "untrusted" ? { state, accept: () => setTrust(cwd, places, state.items) } : undefined;
}

/** Before anything is asked of git in a folder: what a killed session's command made of it goes. @returns what is to be told */
export async function finishedLooksAt(folder: string, environment: Environment): Promise<readonly Words[]> {
  return finishedLooks([workingFolder(folder)], locations(environment));
}
