import { type Environment, locations } from "../settings/locations.ts";
import { workingFolder } from "../settings/working-folder.ts";
import { setTrust, type TrustState, trustState } from "./trust.ts";

/** What a person has to be asked before a folder's own settings and programs may count. */
export interface TrustQuestion {
  readonly state: Extract<TrustState, { kind: "untrusted" }>;
  /** The answer yes: they count from now on, as they were shown. */
  accept(): void;
}

/** Undefined where there is nothing to ask. @throws {UserError} when the folder is none or may not be read */
export function trustQuestion(folder: string, environment: Environment): TrustQuestion | undefined {
  const cwd = workingFolder(folder);
  const places = locations(environment);
  const state = trustState(cwd, places);
  return state.kind === "untrusted" ? { state, accept: () => setTrust(cwd, places, state.items) } : undefined;
}
