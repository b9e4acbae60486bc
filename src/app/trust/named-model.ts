import { fieldText, readFrontMatter } from "../../adapters/skills/front-matter.ts";

/** Another strength of the provider that is in use. */
const OF_ANY_PROVIDER = /^(?:inherit|small|default|haiku|sonnet|opus)$/;

/** The model that a command, skill or agent chooses; undefined where it stays with the provider in use. */
export function namedModel(text: string): string | undefined {
  const model = fieldText(readFrontMatter(text).fields["model"]);
  return model === "" || OF_ANY_PROVIDER.test(model) ? undefined : model;
}

/** With another provider what is worked on goes to another company. */
export const toldModel = (model: string): string => `models would be asked: ${model}`;
