import { join, relative } from "node:path";
import { plainText } from "../../adapters/read-plain-file.ts";
import { isObject } from "../../base/is-object.ts";
import type { Words } from "../../base/phrase.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { workingFolder } from "../settings/working-folder.ts";
import { finishedLooks, finishLooksIn } from "./finish-looks.ts";
import { membersIn, plainJson } from "./plain-json.ts";
import { setTrust, type TrustState, trustState } from "./trust.ts";
import type { TrustItem } from "./trust-items.ts";
import { settingFolders, trustRoot } from "./trust-root.ts";

/** What a person has to be asked before a folder's own settings and programs may count. */
export interface TrustQuestion {
  readonly state: Extract<TrustState, { kind: "untrusted" }>;
  /** What is shown beside it and does not count by this yes. */
  readonly besides: readonly Pick<TrustItem, "path" | "what">[];
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
  return state.kind === "untrusted"
    ? { state, besides: hooksBesides(cwd), accept: () => setTrust(cwd, places, state.items) }
    : undefined;
}

/** Hooks of another agent's settings, which no item stands for: each waits for a yes of its own. */
function hooksBesides(cwd: string): TrustQuestion["besides"] {
  return settingFolders(cwd)
    .flatMap((folder) => ["settings.json", "settings.local.json"].map((name) => join(folder, ".claude", name)))
    .flatMap((file) => {
      const settings = plainJson(plainText(file) ?? "");
      const hooks = isObject(settings) ? settings["hooks"] : undefined;
      const does = membersIn(hooks).flatMap(({ name, value }) =>
        /^(?:command|url)$/.test(name) && typeof value === "string" ? [`${name}: ${value}`] : [],
      );
      const kind = "hooks, which a yes here does not start: `waymark hooks trust` shows and allows them";
      return does.length === 0 ? [] : [{ path: relative(trustRoot(cwd), file), what: [kind, ...does] }];
    });
}

/** Before anything is asked of git in a folder: what a killed session's command made of it goes. @returns what is to be told */
export async function finishedLooksAt(folder: string, environment: Environment): Promise<readonly Words[]> {
  return finishedLooks([workingFolder(folder)], locations(environment));
}
