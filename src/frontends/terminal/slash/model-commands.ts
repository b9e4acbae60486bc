import type { ModelOffer, OfferedModel } from "../../../app/models/model-offer.ts";
import type { ProviderStatus } from "../../../app/models/provider-status.ts";
import { shortNumber } from "../panels/status-line.ts";
import type { SlashCommand, SlashContext } from "./slash-command.ts";

export const MODEL_COMMANDS: readonly SlashCommand[] = [
  {
    name: "model",
    summary: "chooses the model for what comes next, from the catalogue",
    argument: "[PROVIDER/ID]",
    whileRunning: true,
    complete: async (_, context) => (await context.house.models()).models.map(({ id }) => id),
    async run(argument, context) {
      if (argument !== "") return useModel(argument, context);
      await pickModel("Which model?", await context.house.models(), context);
    },
  },
  {
    name: "provider",
    aliases: ["providers"],
    summary: "chooses a provider and one of its models; `list` shows them all with their keys",
    argument: "[NAME|list]",
    whileRunning: true,
    complete: async (_, context) => ["list", ...(await context.house.providers()).map(({ id }) => id)],
    async run(argument, context) {
      const all = await context.house.providers();
      if (argument === "list") return context.say(providerList(all, context.agent.modelId));
      const chosen =
        argument === ""
          ? (await context.pick("Which provider?", providerItems(all, context.agent.modelId)))?.status
          : all.find(({ id }) => id === argument);
      if (!chosen) {
        if (argument !== "") context.warn(`There is no provider "${argument}"; /provider list shows them.`);
        return;
      }
      if (!chosen.hasCredentials)
        return context.warn(`${chosen.label} has no key (${chosen.credentials}). /login ${chosen.id} stores one.`);
      await pickModel(`Which model of ${chosen.label}?`, await context.house.models(chosen.id), context);
    },
  },
  {
    name: "agent-default",
    summary: "the StackSpot agent that answers where none is named",
    argument: "ID",
    async run(argument, context) {
      if (!AGENT_ID.test(argument))
        return context.warn("Usage: /agent-default ID, a UUID or letters, digits, _ and -.");
      await context.subcommand(["config", "set", "providers.stackspot.model", argument]);
      await useModel(`stackspot/${argument}`, context);
    },
  },
  {
    name: "login",
    summary: "stores the key of a provider, typed unseen",
    argument: "PROVIDER",
    complete: async (_, context) => (await context.house.providers()).map(({ id }) => id),
    async run(argument, context) {
      const id =
        argument === ""
          ? (
              await context.pick(
                "Log in to which provider?",
                providerItems(await context.house.providers(), context.agent.modelId),
              )
            )?.status.id
          : argument;
      if (id === undefined) return;
      const code = await context.lendTerminal(["login", ...id.split(/\s+/)]);
      if (code === 0) context.say("Logged in. `/model` chooses one of its models.");
    },
  },
  {
    name: "logout",
    summary: "forgets the stored key of a provider",
    argument: "PROVIDER",
    complete: async (_, context) => (await context.house.providers()).map(({ id }) => id),
    run(argument, context) {
      if (argument === "") return context.warn("Name a provider: /logout openai");
      return context.subcommand(["logout", ...argument.split(/\s+/)]);
    },
  },
];

/** UUIDs and ULIDs are of this form; whether there is such an agent only StackSpot knows. */
const AGENT_ID = /^[A-Za-z0-9_-]+$/;

async function useModel(name: string, { agent, say }: SlashContext): Promise<void> {
  await agent.useModel(name);
  say(`The model is \`${agent.modelId}\`. \`/config set model ${agent.modelId}\` keeps it for later sessions.`);
}

async function pickModel(title: string, { models, notice }: ModelOffer, context: SlashContext): Promise<void> {
  if (notice !== undefined) context.warn(notice);
  if (models.length === 0) return context.warn("There is nothing to choose from; name one: /model PROVIDER/ID.");
  const items = models.map((model) => ({
    id: model.id,
    label: model.id,
    hint: [...facts(model), ...(model.hasCredentials ? [] : ["no key"])].join(" · "),
    isCurrent: model.id === context.agent.modelId,
    ...(model.facts === undefined ? {} : { detail: sentence(model.facts) }),
  }));
  const chosen = await context.pick(
    `${title} Each with its context, dollars for a million tokens in / out, abilities.`,
    items,
  );
  if (chosen) await useModel(chosen.id, context);
}

function facts({ facts: known }: OfferedModel): readonly string[] {
  if (!known) return [];
  return [
    shortNumber(known.contextTokens),
    `$${price(known.inputPrice)}/$${price(known.outputPrice)}`,
    ...[known.tools ? "" : "no tools", known.reasoning ? "thinks" : "", known.images ? "sees" : ""].filter(Boolean),
  ];
}

function sentence(known: NonNullable<OfferedModel["facts"]>): string {
  const abilities = [
    known.tools ? "calls tools" : "calls no tools by itself",
    known.reasoning ? "thinks before it answers" : undefined,
    known.images ? "sees images" : undefined,
  ].filter(Boolean);
  return `${shortNumber(known.contextTokens)} tokens of context, ${shortNumber(known.outputTokens)} in one answer; ${abilities.join(", ")}. $${price(known.inputPrice)} a million tokens in, $${price(known.outputPrice)} out.`;
}

function price(dollars: number): string {
  return String(Math.round(dollars * 1000) / 1000);
}

function providerItems(all: readonly ProviderStatus[], modelId: string) {
  return all.map((status) => ({
    status,
    label: status.label,
    hint: `${status.hasCredentials ? "ready" : "✗"} · ${status.credentials}${status.defaultModel ? ` · ${status.defaultModel}` : ""}`,
    isCurrent: modelId.startsWith(`${status.id}/`),
    ...(status.baseUrl === undefined ? {} : { detail: `${status.id} at ${status.baseUrl}` }),
  }));
}

function providerList(all: readonly ProviderStatus[], modelId: string): string {
  return all
    .map(({ id, label, hasCredentials, credentials }, index) => {
      const inUse = modelId.startsWith(`${id}/`) ? ", **in use**" : "";
      return `${index + 1}. \`${id}\` ${label}: implemented${inUse}; ${hasCredentials ? "✓" : "✗"} ${credentials}`;
    })
    .join("\n");
}
