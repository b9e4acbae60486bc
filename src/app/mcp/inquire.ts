import { judgeForeign } from "../../adapters/bounded-time.ts";
import { isObject } from "../../base/is-object.ts";
import type { JsonSchema } from "../../base/json-schema.ts";
import type { Asker, Inquirer, Inquiry, InquiryAnswer } from "../../core/ports/person.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import type { Faces } from "../permissions/faces.ts";

const FIELDS_MAX = 20;
const TRIES_MAX = 3;
const WORDS_MAX = 1000;
const BEEN_THERE = "I have been there";
const NOBODY_ANSWERS: InquiryAnswer = { kind: "cancelled" };

/** Who answers what servers ask: the face for it, or a person who answers questions one after another, or nobody. */
export function inquirerOf({ inquirer, asker }: Pick<Faces, "inquirer" | "asker">): Inquirer {
  return inquirer ?? { inquire: async (server, inquiry, signal) => inquireBy(asker, server, inquiry, signal) };
}

async function inquireBy(
  asker: Asker | undefined,
  server: string,
  inquiry: Inquiry,
  signal: AbortSignal,
): Promise<InquiryAnswer> {
  if (asker === undefined) return NOBODY_ANSWERS;
  const ask: Ask = (question, options) => asker.ask({ question: inert(question), options }, signal);
  // A field's title is the server's word: alone it could pass for a question of ours.
  const askAs: Ask = (question, options) => ask(`${server}: ${question}`, options);
  if (inquiry.kind === "page") return askForVisit(ask, server, inquiry);
  const agreed = await ask(`The server ${server} asks: ${brief(inquiry.message)}`, ["Answer", "Decline"]);
  if (agreed !== "Answer") return agreed === "Decline" ? { kind: "declined" } : NOBODY_ANSWERS;
  const fields = Object.entries(inquiry.schema.properties ?? {});
  if (fields.length > FIELDS_MAX) return { kind: "declined" };
  const required = new Set(inquiry.schema.required ?? []);
  const values: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const answer = await askForField(askAs, name, { field, isRequired: required.has(name) });
    if (answer.kind === "cancelled") return NOBODY_ANSWERS;
    if (answer.kind === "given") values[name] = answer.value;
  }
  return { kind: "given", values };
}

type Ask = (question: string, options: readonly string[]) => Promise<string | undefined>;

/** Nothing is opened for the person: they see where it leads, whole and before the server's words for it, and go there or not. */
async function askForVisit(
  ask: Ask,
  server: string,
  { url, message }: Extract<Inquiry, { kind: "page" }>,
): Promise<InquiryAnswer> {
  const { host, href } = new URL(url);
  const where = `The server ${server} wants you to go to ${host}:\n${href}\n${brief(message)}`;
  const answer = await ask(where, [BEEN_THERE, "Decline"]);
  if (answer === BEEN_THERE) return { kind: "given", values: {} };
  return answer === "Decline" ? { kind: "declined" } : NOBODY_ANSWERS;
}

type FieldAnswer =
  | { readonly kind: "given"; readonly value: unknown }
  | { readonly kind: "left out" }
  | { readonly kind: "cancelled" };

/** Nothing typed is the default, or leaves the field out. */
async function askForField(
  ask: Ask,
  name: string,
  { field, isRequired }: { readonly field: JsonSchema; readonly isRequired: boolean },
): Promise<FieldAnswer> {
  const choices = choicesOf(field);
  const labels = field["type"] === "array" ? [] : [...choices.keys()];
  let problem = "";
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const typed = await ask(`${problem}${questionOf(name, field, { isRequired, choices })}`, labels);
    if (typed === undefined) return { kind: "cancelled" };
    if (typed.trim() === "" && field["default"] !== undefined) return { kind: "given", value: field["default"] };
    if (typed.trim() === "" && !isRequired) return { kind: "left out" };
    const judged = judgeForeign(
      { type: "object", properties: { [name]: field } },
      { [name]: meantBy(typed, field, choices) },
    );
    if (judged.kind === "valid" && isObject(judged.value)) return { kind: "given", value: judged.value[name] };
    problem = judged.kind === "invalid" ? `${judged.problems.map(({ message }) => message).join(" ")}\n` : "";
  }
  return { kind: "cancelled" };
}

function questionOf(
  name: string,
  field: JsonSchema,
  { isRequired, choices }: { readonly isRequired: boolean; readonly choices: ReadonlyMap<string, unknown> },
): string {
  const { title = name, description } = field as { readonly title?: string; readonly description?: string };
  const several = field["type"] === "array" ? ` Parted by commas, of: ${[...choices.keys()].join(", ")}.` : "";
  const otherwise = field["default"] === undefined ? "" : ` Nothing: ${JSON.stringify(field["default"])}.`;
  const left = !isRequired && otherwise === "" ? " May be left empty." : "";
  return `${brief(title)}${description === undefined ? "" : ` (${brief(description)})`}.${several}${otherwise}${left}`;
}

/** What may be chosen, by how it is shown (https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation). */
function choicesOf(field: JsonSchema): ReadonlyMap<string, unknown> {
  if (field["type"] === "boolean")
    return new Map<string, unknown>([
      ["yes", true],
      ["no", false],
    ]);
  const from = (field["type"] === "array" ? field["items"] : field) as Readonly<Record<string, unknown>> | undefined;
  const titled = from?.["oneOf"] ?? from?.["anyOf"];
  if (Array.isArray(titled))
    return new Map(titled.filter(isObject).map((one) => [String(one["title"] ?? one["const"]), one["const"]]));
  const values = Array.isArray(from?.["enum"]) ? (from["enum"] as readonly unknown[]) : [];
  const names = Array.isArray(from?.["enumNames"]) ? (from["enumNames"] as readonly unknown[]) : [];
  return new Map(values.map((value, index) => [String(names[index] ?? value), value]));
}

function meantBy(typed: string, field: JsonSchema, choices: ReadonlyMap<string, unknown>): unknown {
  const one = (text: string): unknown => choices.get(text.trim()) ?? (field["type"] === "string" ? text : text.trim());
  return field["type"] === "array" ? typed.split(",").map(one) : one(typed);
}

/** A server's words are no more than words. */
const inert = (text: string): string => sanitizeTerminal(text, { context: "output" });

/** However many they are, what is asked beside them stays in sight. */
const brief = (text: string): string => inert(text).slice(0, WORDS_MAX);
