import type { ToolSpec } from "../core/tool.ts";
import type { ModelOffer } from "./models/model-offer.ts";
import type { ProviderLook, ProviderStatus } from "./models/provider-status.ts";
import type { CheckedCommand, CommandCheck } from "./permissions/check-command.ts";
import { type HouseRequest, Rooms, readPlace } from "./rooms.ts";
import { openPlans, type PlanFiles } from "./session/plans.ts";
import type { ToolCallResult } from "./session/run-tool.ts";
import type { AgentChoice, StartedAgent } from "./session/start-agent.ts";

export type { Faces, HouseRequest } from "./rooms.ts";

/**
 * The one way in: a place becomes a house. Every entrance takes from it what it needs, and nothing from deeper.
 * @throws {UserError} when the folder is none or may not be read
 */
export async function openHouse(request: HouseRequest): Promise<House> {
  return new House(await readPlace(request));
}

/** The rooms of a folder, and what can be done in them. */
export class House extends Rooms {
  /** An agent on one session. Closed with the house. @throws {UserError} when something must be mended first */
  async agent(choice: AgentChoice = {}): Promise<StartedAgent> {
    const { startAgent } = await import("./session/start-agent.ts");
    return startAgent(this, choice);
  }

  /** What a model would be offered here. */
  async offeredTools(): Promise<readonly ToolSpec[]> {
    const { toolsOnce } = await import("./session/run-tool.ts");
    const { tools } = await toolsOnce(this);
    return [...tools.values()].map(({ name, description, schema }) => ({ name, description, schema }));
  }

  /** One call through the same checks as a model's. @throws {UserError} when there is no such tool */
  async callTool(name: string, input: unknown): Promise<ToolCallResult> {
    const { runTool } = await import("./session/run-tool.ts");
    return runTool(this, name, input);
  }

  /** What a run here would do with a command, and why. */
  async checkCommand(command: string, check: CommandCheck = {}): Promise<CheckedCommand> {
    const { checkCommand } = await import("./permissions/check-command.ts");
    return checkCommand(this, command, check);
  }

  /** Its plans. */
  plans(): Promise<PlanFiles> {
    return openPlans(this.cwd);
  }

  /** Every provider, as these settings reach it. */
  async providers(look?: ProviderLook): Promise<readonly ProviderStatus[]> {
    const { listProviders } = await import("./models/provider-status.ts");
    return listProviders(this, look);
  }

  /** The models that may be chosen here; of one provider, which is asked, or of all that are known. */
  async models(provider?: string): Promise<ModelOffer> {
    const { offeredModels } = await import("./models/model-offer.ts");
    return offeredModels(this, provider);
  }
}
