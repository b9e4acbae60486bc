import type { Intent } from "./answer.ts";
import { CODE_INTENTS } from "./code.ts";
import { ESTATE_INTENTS } from "./estate.ts";
import { CONTROL_INTENTS } from "./estate-control.ts";
import { DATA_INTENTS } from "./estate-data.ts";
import { GIT_INTENTS } from "./git.ts";
import { INVENTORY_INTENTS } from "./inventory.ts";
import { META_INTENTS } from "./meta.ts";
import { PROCEDURE_INTENTS } from "./procedures.ts";
import { PROJECT_INTENTS } from "./project.ts";
import { REQUIREMENT_INTENTS } from "./requirements.ts";
import { SOURCE_INTENTS } from "./source.ts";
import { TEXT_INTENTS } from "./text.ts";
import { TOPIC_INTENTS } from "./topic.ts";

/** Every kind of question that look-ups answer. Where two fit a question equally the earlier one is taken. */
export const INTENTS: readonly Intent[] = [
  ...META_INTENTS,
  ...PROJECT_INTENTS,
  ...PROCEDURE_INTENTS,
  ...REQUIREMENT_INTENTS,
  ...GIT_INTENTS,
  ...CODE_INTENTS,
  ...SOURCE_INTENTS,
  ...ESTATE_INTENTS,
  ...DATA_INTENTS,
  ...CONTROL_INTENTS,
  ...INVENTORY_INTENTS,
  ...TEXT_INTENTS,
  ...TOPIC_INTENTS,
];
