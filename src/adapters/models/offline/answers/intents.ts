import type { Intent } from "./answer.ts";
import { CODE_INTENTS } from "./code.ts";
import { DOCUMENTATION_INTENTS } from "./documentation.ts";
import { ESTATE_INTENTS } from "./estate/estate.ts";
import { CONTROL_INTENTS } from "./estate/estate-control.ts";
import { DATA_INTENTS } from "./estate/estate-data.ts";
import { TABLE_INTENTS } from "./estate/estate-tables.ts";
import { EXIT_INTENTS } from "./estate/exits.ts";
import { KEY_INTENTS } from "./estate/keys.ts";
import { MENU_INTENTS } from "./estate/menus.ts";
import { TECHNOLOGY_INTENTS } from "./estate/technology.ts";
import { EXAMPLE_INTENTS } from "./examples.ts";
import { GIT_INTENTS } from "./history/git.ts";
import { LARGEST_INTENTS } from "./largest.ts";
import { META_INTENTS } from "./meta.ts";
import { ITSELF_INTENTS } from "./of-itself.ts";
import { PROCEDURE_INTENTS } from "./procedures.ts";
import { PROJECT_INTENTS } from "./project.ts";
import { RAISED_INTENTS } from "./raised.ts";
import { REQUIREMENT_INTENTS } from "./requirements.ts";
import { signIntents } from "./signs.ts";
import { SOURCE_INTENTS } from "./source.ts";
import { SUPPORT_INTENTS } from "./support.ts";
import { TESTS_INTENTS } from "./testing/tests.ts";
import { TEXT_INTENTS } from "./text.ts";
import { TOPIC_INTENTS } from "./topic.ts";
import { WORKFLOW_INTENTS } from "./workflows.ts";

/** Every kind of question that look-ups answer. Where two fit a question equally the earlier one is taken. */
export const INTENTS: readonly Intent[] = [
  ...META_INTENTS,
  ...ITSELF_INTENTS,
  ...PROJECT_INTENTS,
  ...DOCUMENTATION_INTENTS,
  ...LARGEST_INTENTS,
  ...signIntents([...GIT_INTENTS, ...LARGEST_INTENTS, ...TEXT_INTENTS, ...ESTATE_INTENTS]),
  ...PROCEDURE_INTENTS,
  ...TESTS_INTENTS,
  ...EXAMPLE_INTENTS,
  ...WORKFLOW_INTENTS,
  ...REQUIREMENT_INTENTS,
  ...GIT_INTENTS,
  ...CODE_INTENTS,
  ...SOURCE_INTENTS,
  ...RAISED_INTENTS,
  ...ESTATE_INTENTS,
  ...DATA_INTENTS,
  ...TABLE_INTENTS,
  ...KEY_INTENTS,
  ...CONTROL_INTENTS,
  ...TECHNOLOGY_INTENTS,
  ...MENU_INTENTS,
  ...EXIT_INTENTS,
  ...TEXT_INTENTS,
  ...SUPPORT_INTENTS,
  ...TOPIC_INTENTS,
];

/** Those that only sources of a mainframe have an answer to. */
const OF_MAINFRAME: ReadonlySet<string> = new Set([
  ...[...DATA_INTENTS, ...TABLE_INTENTS, ...KEY_INTENTS, ...MENU_INTENTS].map(({ id }) => id),
  "schedule",
]);
const MAINFRAME = /\.(?:cbl|cob|cobol|cpy|copy|jcl|prc|proc|bms|pli|asm|dcl|csd|dbd|psb|mac|hlasm)$/i;

/** Whether a kind of question can be asked of these files: what a program reads and writes is no question of data sets where nothing is of a mainframe. */
export const isAskedHere = ({ id }: Intent, paths: readonly string[]): boolean =>
  !OF_MAINFRAME.has(id) || paths.some((path) => MAINFRAME.test(path));
