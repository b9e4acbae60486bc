import { RequestError, type SessionConfigOption, type SessionModeState } from "@agentclientprotocol/sdk";
import type { Agent } from "../../app/agent.ts";
import type { House } from "../../app/open-house.ts";
import { PERMISSION_MODES, type PermissionMode } from "../../core/permissions/decide.ts";
import { isEffort } from "../../core/protocol/effort.ts";

interface Configured {
  readonly house: House;
  readonly agent: Agent;
}

const MODELS_MAX = 100;
/** The model thinks as much as it does by itself. */
const OWN_EFFORT = "default";

/** What a client may choose of a session: its mode, its model, and how much that thinks, where it can be told. */
export async function configOptions({ house, agent }: Configured): Promise<SessionConfigOption[]> {
  const { models } = await house.models();
  const usable = models.filter(({ hasCredentials }) => hasCredentials).map(({ id }) => id);
  const ids = [...new Set([agent.modelId, ...usable])].slice(0, MODELS_MAX);
  const efforts = agent.abilities.efforts ?? [];
  const select = { type: "select" as const };
  return [
    {
      ...{ ...select, id: "mode", name: "Permissions", category: "mode", currentValue: agent.permissionMode },
      options: PERMISSION_MODES.map((mode) => ({ value: mode, ...MODES[mode] })),
    },
    {
      ...{ ...select, id: "model", name: "Model", category: "model", currentValue: agent.modelId },
      options: ids.map((id) => ({ value: id, name: id })),
    },
    ...(efforts.length === 0
      ? []
      : [
          {
            ...{ ...select, id: "effort", name: "Effort", category: "thought_level" },
            currentValue: agent.effort ?? OWN_EFFORT,
            options: [OWN_EFFORT, ...efforts].map((effort) => ({ value: effort, name: effort })),
          },
        ]),
  ];
}

/** @throws {RequestError} when there is no such option or value @throws {UserError} when the model cannot be had */
export async function chooseOption(agent: Agent, id: string, value: string | boolean): Promise<void> {
  const text = String(value);
  switch (id) {
    case "mode":
      agent.permissionMode = modeNamed(text);
      return;
    case "model":
      return agent.useModel(text);
    case "effort":
      if (text !== OWN_EFFORT && !isEffort(text))
        throw RequestError.invalidParams(undefined, `there is no effort "${text}"`);
      agent.effort = text === OWN_EFFORT ? undefined : (text as Agent["effort"]);
      return;
    default:
      throw RequestError.invalidParams(undefined, `there is no option "${id}"; there are mode, model and effort`);
  }
}

export const modesOf = (agent: Agent): SessionModeState => ({
  currentModeId: agent.permissionMode,
  availableModes: PERMISSION_MODES.map((id) => ({ id, ...MODES[id] })),
});

const MODES: Readonly<Record<PermissionMode, { readonly name: string; readonly description: string }>> = {
  default: { name: "Ask", description: "Asks before it changes files or runs commands that do more than read" },
  plan: { name: "Plan", description: "Only looks, and proposes" },
  acceptEdits: { name: "Accept edits", description: "Changes files of the folder without asking" },
  dontAsk: { name: "Never ask", description: "What would be asked about is refused" },
  bypassPermissions: { name: "Bypass", description: "Asks about nothing but what nobody should run" },
};

export function modeNamed(id: string): PermissionMode {
  const mode = PERMISSION_MODES.find((one) => one === id);
  if (mode) return mode;
  throw RequestError.invalidParams(undefined, `there is no mode "${id}"; use ${PERMISSION_MODES.join(", ")}`);
}
