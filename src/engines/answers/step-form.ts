import { HTML } from "../calls/frames.ts";
import { closesFence, openedFence } from "../edits/forms/fences.ts";

/** An answer that is nothing but something to be done: blocks, each with at most a few words that lead to it. */
export interface StepForm {
  /** What stands in the blocks; without any, from the first mark of a call or an edit on. */
  readonly bodies: readonly string[];
  /** What the fences say of their blocks; one for each body. */
  readonly labels: readonly string[];
  /** The words that lead to them. */
  readonly lead: string;
}

const BLOCKS_MAX = 40;
const LEAD_CHARACTERS_MAX = 300;
const LEAD_LINES_MAX = 4;
const LEADS_CHARACTERS_MAX = 1_200;

/**
 * The form of an answer that is meant as a step: it ends with its last block, and what stands before each is short and neither tells
 * of what was done, nor offers or explains. Any other answer is for a person, whatever stands in it.
 */
export function stepForm(answer: string): StepForm | undefined {
  const text = answer.trim();
  const lines = text.split("\n");
  const form = lines.some((line) => openedFence(line) !== undefined) ? fencedForm(lines) : bareForm(text);
  return form !== undefined && form.lead.length <= LEADS_CHARACTERS_MAX ? form : undefined;
}

function fencedForm(lines: readonly string[]): StepForm | undefined {
  const bodies: string[] = [];
  const labels: string[] = [];
  const leads: string[] = [];
  let words: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = openedFence(lines[at] ?? "");
    if (fence === undefined) {
      words.push(lines[at] ?? "");
      continue;
    }
    if (!isLead(words) || bodies.length === BLOCKS_MAX) return undefined;
    leads.push(words.join("\n").trim());
    words = [];
    const from = at + 1;
    for (at = from; at < lines.length && !closesFence(lines[at] ?? "", fence); ) at += 1;
    bodies.push(lines.slice(from, at).join("\n"));
    labels.push(fence.label);
  }
  const hasRest = words.some((line) => line.trim() !== "");
  return bodies.length === 0 || hasRest ? undefined : { bodies, labels, lead: leads.join("\n").trim() };
}

/** What begins something that nobody writes in prose, and how its last line then looks. */
const BARE = [
  { begins: /^\*\*\* Begin Patch/m, ends: /^\*\*\* End/ },
  { begins: /^(?:[^\n]{1,200}\n)?<{5,9} ?SEARCH/m, ends: /^>{5,9} ?REPLACE/ },
  { begins: /^(?:diff --git |--- \S.*\n\+\+\+ )/m, ends: /^[-+ \\@]/ },
  { begins: /^(?:[{[]|<\w)/m, ends: /[\]}"'>]$/ },
];
/** Below an empty line: signs of a list, and not of a diff. */
const LIST = /\n[ \t]*\n(?:[-+] .*(?:\n|$))+$/;

function bareForm(text: string): StepForm | undefined {
  const places = BARE.map(({ begins, ends }) => ({ at: text.search(begins), ends })).filter(({ at }) => at >= 0);
  const [first] = places.toSorted((one, other) => one.at - other.at);
  if (first === undefined) return undefined;
  const [lead, body] = [text.slice(0, first.at), text.slice(first.at)];
  const isEnded = first.ends.test(body.slice(body.lastIndexOf("\n") + 1)) && !LIST.test(body);
  return isEnded && isLead(lead.split("\n")) ? { bodies: [body], labels: [""], lead: lead.trim() } : undefined;
}

/** What was done already, is only possible, or is to be looked at. */
const TALE = new RegExp(
  [
    String.raw`\b(?:i|we)(?:'ve| have)?(?: just| already| now)* (?:applied|changed|edited|fixed|updated|made|replaced|added|removed|modified|wrote|written|created|implemented|renamed|corrected)\b`,
    String.raw`\b(?:done|applied|committed|changes made|would|could|might|may|for example|for instance|e\.g\.|example|examples|looks? like|you can|you may|you should|if you|suggest\w*|propos\w*|recommend\w*|options?|alternatively|explan\w*)\b`,
    String.raw`\b(?:apliquei|alterei|editei|corrigi|atualizei|mudei|substituí|feito|poderia|pode|exemplo|sugiro|sugest\w*|proponho|propost\w*|opç\w*|se você|seria)\b`,
  ].join("|"),
  "iu",
);

/** Whether words before a block only lead to it. */
function isLead(lines: readonly string[]): boolean {
  const text = lines.join("\n").trim();
  const count = lines.filter((line) => line.trim() !== "").length;
  return (
    text.length <= LEAD_CHARACTERS_MAX &&
    count <= LEAD_LINES_MAX &&
    !TALE.test(text.replaceAll("’", "'")) &&
    !/^\s*(?:#{1,6} |[-*+] |\d+[.)] |\|)/m.test(text)
  );
}

/** A member that names a tool, and one with what it is given; the text of the name. */
const NAMED_CALL =
  /^(?:\[\s*)?\{[\s\S]{0,200}?"(?:name|tool|tool_name|function|action)"\s*:\s*"([A-Za-z_][\w.-]{0,80})"[\s\S]{0,200}?"(?:arguments|args|parameters|params|input|tool_input)"\s*:\s*\{/;
/** The name of a tool is an identifier in lower case, or in one word. */
const IDENTIFIER = /^(?:[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)*|[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]*)*)$/;

/** The tool that a block calls, readable or not, in JSON or by a tag around it; undefined where it is other data. */
export function calledName(body: string): string | undefined {
  const name = NAMED_CALL.exec(body.trimStart())?.[1];
  if (name !== undefined) return IDENTIFIER.test(name) ? name : undefined;
  const tag = /^\s*<([A-Za-z][\w-]{0,80})>[\s\S]*<\/\1>\s*$/.exec(body)?.[1];
  return tag === undefined || HTML.test(tag) ? undefined : tag;
}
