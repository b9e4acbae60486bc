import type { Words } from "../base/phrase.ts";
import type { ToolSpec } from "../core/tool.ts";
import type { ProviderLook, ProviderStatus } from "./models/list-providers.ts";
import type { ModelOffer } from "./models/model-offer.ts";
import type { CheckedCommand, CommandCheck } from "./permissions/check-command.ts";
import { type HouseRequest, readPlace } from "./place.ts";
import { Rooms } from "./rooms.ts";
import { openPlans, type PlanFiles } from "./session/plans.ts";
import type { ToolCallOptions, ToolCallResult } from "./session/run-tool.ts";
import type { AgentChoice, StartedAgent } from "./session/start-agent.ts";
import type { Toolbox } from "./toolbox.ts";
import { foundAtOpening } from "./trust/finish-looks.ts";

export type { Faces } from "./permissions/faces.ts";
export type { HouseRequest } from "./place.ts";

/**
 * The one way in: a place becomes a house. Every entrance takes from it what it needs, and nothing from deeper.
 * @throws {UserError} when the folder is none or may not be read
 */
export async function openHouse(request: HouseRequest): Promise<House> {
  return new House(await readPlace(request));
}

/** The rooms of a folder, and what can be done in them. */
export class House extends Rooms {
  #loose: Promise<Toolbox> | undefined;

  /** An agent on one session. Closed with the house. @throws {UserError} when something must be mended first */
  async agent(choice: AgentChoice = {}): Promise<StartedAgent> {
    const { startAgent } = await import("./session/start-agent.ts");
    return startAgent(this, choice);
  }

  /** The folder of the person's own, as `~` means it. */
  get home(): string | undefined {
    return this.environment["HOME"];
  }

  /** What a killed session had left undone here, and is done now: told once, by whoever opens a session or asks for it. */
  foundAtOpening(): readonly Words[] {
    return foundAtOpening(this.cwd);
  }

  /** What a model would be offered here. @param own  without the tools of servers, none of which is started then */
  async offeredTools({ own = false }: { readonly own?: boolean } = {}): Promise<readonly ToolSpec[]> {
    const { tools, load } = await this.looseTools();
    if (!own) await load(new AbortController().signal);
    return [...tools.values()].map(({ name, description, schema }) => ({ name, description, schema }));
  }

  /** One call through the same checks as a model's. @throws {UserError} when there is no such tool */
  async callTool(name: string, input: unknown, options: ToolCallOptions = {}): Promise<ToolCallResult> {
    const { runTool } = await import("./session/run-tool.ts");
    return runTool(this, await this.looseTools(), { name, input, ...options });
  }

  /** The tools without a session. */
  async looseTools(): Promise<Toolbox> {
    const { toolsOnce } = await import("./session/run-tool.ts");
    this.#loose ??= toolsOnce(this);
    return this.#loose;
  }

  /** What a run here would do with a command, and why. */
  async checkCommand(command: string, check: CommandCheck = {}): Promise<CheckedCommand> {
    const { checkCommand } = await import("./permissions/check-command.ts");
    return checkCommand(this, command, check);
  }

  /** Its plans. */
  plans(): Promise<PlanFiles> {
    return openPlans(this);
  }

  /** Every provider, as these settings reach it. */
  async providers(look?: ProviderLook): Promise<readonly ProviderStatus[]> {
    const { listProviders } = await import("./models/list-providers.ts");
    return listProviders(this, look);
  }

  /** The models that may be chosen here; of one provider, which is asked, or of all that are known. */
  async models(provider?: string): Promise<ModelOffer> {
    const { offeredModels } = await import("./models/model-offer.ts");
    return offeredModels(this, provider);
  }
}
