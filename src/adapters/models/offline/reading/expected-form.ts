import { asksHowTo } from "./question-form.ts";
import { plain } from "./tokens.ts";

/** What a question asks for, and how a line looks that tells it. */
const FORMS: readonly (readonly [asked: RegExp, told: RegExp])[] = [
  [
    /\b(?:at what|what|which) time\b(?! ?outs?)|\ba que horas?\b/,
    /\b\d{1,2}[:h]\d{2}\b|\bcron|\b(?:daily|nightly|hourly|weekly|midnight|noon|schedul\w*|o'clock|[ap]m)\b|\d \d \* \*/i,
  ],
  [
    /\bper (?:second|minute|hour|day|week|month|year)\b|\bpor (?:segundo|minuto|hora|dia|semana|mes|ano)\b/,
    /\b(?:per|a|each|every|por) (?:second|minute|hour|day|week|month|year|segundo|minuto|hora|dia|semana|mes|ano)\b|\d ?\/ ?(?:s|sec|min|h|day)\b|\brate|throughput|_per_|Per[A-Z]/i,
  ],
];

/** A command, a step, something to write or to press. */
const WAY =
  /```|`[^`]+`|^\s*[$>]\s|^\s*(?:\d+[.)]|[-*])\s|^\s{2,}\S|--\w|\w\(|^\s*(?:run|set|use|add|press|open|install|create|call|pass|start|type|enter|rode|use|defina)\b|\b(?:you|we) (?:can|may|must|should|need)\b|\bby \w+ing\b/i;

/** Whether lines lack the form of what is asked for: without a time they tell no time, whatever words they share with the question. */
export function lacksForm(question: string, lines: readonly string[]): boolean {
  const said = plain(question);
  if (FORMS.some(([asked, told]) => asked.test(said) && !lines.some((line) => told.test(line)))) return true;
  return asksHowTo(question) && !lines.some((line) => WAY.test(line));
}
