import { isObject } from "../../base/is-object.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { stateOf } from "../words/plan-states.ts";
import { recordedWords } from "../words/recorded.ts";

/** What a change of a plan says to whoever watches it. Nothing of what an update carries is taken for granted. */
export function planNews(planId: string, status: string, detail: unknown): Words {
  const { step, revision, text } = isObject(detail) ? detail : {};
  if (isObject(step)) {
    const why =
      typeof step["error"] === "string" && step["error"] !== "" ? phrase`: ${recordedWords(step["error"])}` : "";
    return phrase`${String(step["id"])}: ${stateOf(String(step["status"]))}${why}`;
  }
  if (isObject(revision))
    return phrase`plan ${planId}: changed (${String(revision["action"])}): ${recordedWords(String(revision["reason"]))}`;
  const head = `plan ${planId}: ${status}`;
  if (typeof text !== "string") return phrase`plan ${planId}: ${stateOf(status)}`;
  return text.startsWith(head)
    ? phrase`plan ${planId}: ${stateOf(status)}${recordedWords(text.slice(head.length))}`
    : text;
}
