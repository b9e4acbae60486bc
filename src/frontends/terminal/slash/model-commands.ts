import { effortNotice } from "../../../app/models/effort.ts";
import type { ProviderStatus } from "../../../app/models/list-providers.ts";
import type { ModelOffer, OfferedModel } from "../../../app/models/model-offer.ts";
import { spoken } from "../../../app/words/spoken.ts";
import { EFFORTS, isEffort } from "../../../core/protocol/effort.ts";
import { shortNumber } from "../panels/status-line.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand, SlashContext } from "./slash-command.ts";

export const MODEL_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "model",
    atTerminal: { instead: "-m MODEL" },
    argument: "[PROVIDER/ID]",
    whileRunning: true,
    complete: async (_, context) => (await context.house.models()).models.map(({ id }) => id),
    async run(argument, context) {
      if (argument !== "") return useModel(argument, context);
      await pickModel(words("model.which"), await context.house.models(), context);
    },
  },
  {
    name: "provider",
    atTerminal: { instead: "waymark provider list" },
    aliases: ["providers"],
    argument: "[NAME|list]",
    whileRunning: true,
    complete: async (_, context) => ["list", ...(await context.house.providers()).map(({ id }) => id)],
    async run(argument, context) {
      const all = await context.house.providers({ reach: true });
      if (argument === "list") return context.say(providerList(all, context.agent.modelId));
      const chosen =
        argument === ""
          ? (await context.pick(words("provider.which"), providerItems(all, context.agent.modelId)))?.status
          : all.find(({ id }) => id === argument);
      if (!chosen) {
        if (argument !== "") context.warn(words("provider.unknown", { name: argument }));
        return;
      }
      if (!chosen.hasCredentials)
        return context.warn(
          words("provider.noKey", { label: chosen.label, why: spoken(chosen.credentials), id: chosen.id }),
        );
      await pickModel(words("provider.model", { label: chosen.label }), await context.house.models(chosen.id), context);
    },
  },
  {
    name: "effort",
    atTerminal: { instead: "--effort LEVEL" },
    aliases: ["thinking"],
    argument: "[none|minimal|low|medium|high|xhigh|max]",
    whileRunning: true,
    complete: (_, { agent }) => agent.abilities.efforts ?? EFFORTS,
    async run(argument, context) {
      const { agent } = context;
      if (agent.abilities.efforts?.length === 0) return context.warn(words("effort.none", { model: agent.modelId }));
      const offered = (agent.abilities.efforts ?? EFFORTS).map((id) => ({
        id,
        label: id,
        isCurrent: id === agent.effort,
      }));
      const chosen = argument === "" ? (await context.pick(words("effort.which"), offered))?.id : argument;
      if (chosen === undefined) return;
      if (!isEffort(chosen)) return context.warn(words("effort.unknown", { name: chosen, names: EFFORTS.join(", ") }));
      agent.effort = chosen;
      const notice = effortNotice({ id: agent.modelId, efforts: agent.abilities.efforts }, chosen);
      context.say(notice ?? words("effort.set", { effort: chosen }));
    },
  },
  {
    name: "agent-default",
    argument: "ID",
    async run(argument, context) {
      if (!AGENT_ID.test(argument)) return context.warn(words("agent.usage"));
      await context.subcommand(["config", "set", "providers.stackspot.model", argument]);
      await useModel(`stackspot/${argument}`, context);
    },
  },
  {
    name: "login",
    atTerminal: { instead: "waymark login PROVIDER" },
    argument: "PROVIDER",
    complete: async (_, context) => (await context.house.providers()).map(({ id }) => id),
    async run(argument, context) {
      const id =
        argument === ""
          ? (
              await context.pick(
                words("login.which"),
                providerItems(await context.house.providers(), context.agent.modelId),
              )
            )?.status.id
          : argument;
      if (id === undefined) return;
      const code = await context.lendTerminal(["login", ...id.split(/\s+/)]);
      if (code === 0) context.say(words("login.done"));
    },
  },
  {
    name: "logout",
    argument: "PROVIDER",
    complete: async (_, context) => (await context.house.providers()).map(({ id }) => id),
    run(argument, context) {
      if (argument === "") return context.warn(words("logout.usage"));
      return context.subcommand(["logout", ...argument.split(/\s+/)]);
    },
  },
];

/** UUIDs and ULIDs are of this form; whether there is such an agent only StackSpot knows. */
const AGENT_ID = /^[A-Za-z0-9_-]+$/;

async function useModel(name: string, { agent, say }: SlashContext): Promise<void> {
  await agent.useModel(name);
  say(words("model.set", { model: agent.modelId }));
}

async function pickModel(title: string, { models, notice }: ModelOffer, context: SlashContext): Promise<void> {
  if (notice !== undefined) context.warn(notice);
  if (models.length === 0) return context.warn(words("model.none"));
  const { modelId } = context.agent;
  const isCurrent = (model: OfferedModel): boolean => model.id === modelId;
  // The one in use stands first, also where no list knows it.
  const current = models.find(isCurrent) ?? { id: modelId, hasCredentials: true };
  const items = [current, ...models.filter((model) => !isCurrent(model))].map((model) => ({
    id: model.id,
    label: model.id,
    hint: [...(model.hasCredentials ? [] : [words("model.noKey")]), ...facts(model)].join(" · "),
    isCurrent: isCurrent(model),
    ...(model.facts === undefined ? {} : { detail: sentence(model.facts) }),
  }));
  const chosen = await context.pick(words("model.title", { title }), items);
  if (chosen) await useModel(chosen.id, context);
}

function facts({ facts: known }: OfferedModel): readonly string[] {
  if (!known) return [];
  return [
    shortNumber(known.contextTokens),
    priceOf(known, (inputPrice, outputPrice) => `${inputPrice}/${outputPrice}`),
    ...[
      known.tools ? "" : words("model.noTools"),
      known.reasoning ? words("model.thinks") : "",
      known.images ? words("model.sees") : "",
    ].filter(Boolean),
  ];
}

function sentence(known: NonNullable<OfferedModel["facts"]>): string {
  const abilities = [
    known.tools ? words("model.callsTools") : words("model.callsNone"),
    known.reasoning ? words("model.thinksFirst") : undefined,
    known.images ? words("model.seesImages") : undefined,
  ].filter(Boolean);
  return words("model.sentence", {
    context: shortNumber(known.contextTokens),
    output: shortNumber(known.outputTokens),
    abilities: abilities.join(", "),
    price: priceOf(known, (inputPrice, outputPrice) =>
      words("model.price", { input: inputPrice, output: outputPrice }),
    ),
  });
}

function priceOf(
  { isPriced, inputPrice, outputPrice }: NonNullable<OfferedModel["facts"]>,
  say: (inputPrice: string, outputPrice: string) => string,
): string {
  if (!isPriced) return words("status.priceUnknown");
  const dollars = (amount: number): string => `$${Math.round(amount * 1000) / 1000}`;
  return inputPrice === 0 && outputPrice === 0 ? words("model.free") : say(dollars(inputPrice), dollars(outputPrice));
}

function providerItems(all: readonly ProviderStatus[], modelId: string) {
  return all.map((status) => ({
    status,
    label: status.label,
    hint: `${providerStanding(status)}${status.defaultModel ? ` · ${status.defaultModel}` : ""}`,
    isCurrent: modelId.startsWith(`${status.id}/`),
    ...(status.baseUrl === undefined ? {} : { detail: `${status.id} at ${status.baseUrl}` }),
  }));
}

/** What is known of it: what was not asked is not said to be there. */
export function providerStanding({ hasCredentials, credentials, reachable, reachability }: ProviderStatus): string {
  if (!hasCredentials) return `✗ ${spoken(credentials)}`;
  if (reachable === null) return spoken(credentials);
  return `${reachable ? "✓" : "✗"} ${spoken(reachability)}`;
}

function providerList(all: readonly ProviderStatus[], modelId: string): string {
  return all
    .map((status, index) => {
      const { id, label } = status;
      const inUse = modelId.startsWith(`${id}/`) ? words("provider.inUse") : "";
      return words("provider.line", { number: index + 1, id, label, inUse, standing: providerStanding(status) });
    })
    .join("\n");
}
