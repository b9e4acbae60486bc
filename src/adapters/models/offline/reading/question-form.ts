import { isMisspelledAsking } from "../../../../engines/passages/respell.ts";
import { KIND_NOUNS } from "./lexicon.ts";
import { conceptsOf, joinPhrases, plain, readTokens, type Token } from "./tokens.ts";
import type { Slot } from "./units.ts";

const HOW_TO =
  /^\W*(?:(?:and|so|e)\s+)?(?:how (?:do|can|could|would|should|might|may) (?:i|we|you|one|someone)|how to|what(?:'s| is) the way to|what (?:would|must|should|do) (?:i|we|you) (?:(?:have|need|want) to )?(?:(?:touch|change|edit|modify|adapt|do) (?:in order )?to|(?:add|write|put|set|create|install|type|pass|provide|include|register|declare|configure|fill in|prepare)\b)|is there (?:a|any) (?:way|possibility|means) (?:to|of|for)|is it possible to|(?:can|could|may) (?:i|we|one)|e possivel|da para|ha (?:como|maneira|forma) |posso|como (?:eu |se |e que (?:eu )?)?(?:posso |devo |faco para )?\w+o\b|como (?:fazer|posso|devo|se faz))/;

/** Whether it asks how something is done: then its words are a subject, no names. */
export const asksHowTo = (part: string): boolean => HOW_TO.test(plain(part));

const YES_OR_NO =
  /^\W*(?:(?:and|so|but|e|ou)\s+)?(?:is|are|was|were|does|do(?! i\b)|did|has|have|can|could|will|should|existe[m]?|ha|tem|e|sao|usa|suporta|funciona|posso|pode)\b(?! you (?:show|list|tell|explain|find|give|describe)\b)/;

/** Whether it wants yes or no. */
export const asksYesOrNo = (part: string): boolean =>
  YES_OR_NO.test(plain(part)) && !asksHowTo(part) && !/\b(?:list|show|mostr\w*)\b/i.test(part);

const NEGATION =
  /\b(?:without|except(?: for)?|excluding|other than|but not|(?:do|does|is|are|was|were|has|have) not|don't|doesn't|aren't|isn't|(?:have|has|with|use|uses|using) no|no other|(?:that|which|who) (?:no|none|nobody|nothing)|que (?:nenhum[a]?|ninguem|nada)|sem|exceto|nao|que nao)\b/;

/** The word with which it leaves something out. */
export const negationIn = (part: string): string | undefined => NEGATION.exec(plain(part))?.[0];

/** Words that only ask, or say of everything that it is there. */
const SAYS_LITTLE: ReadonlySet<string> = new Set(
  "what which who where when how why howmany exist list show this project here have explain anywhere find search explain use handle run happen event most source example start quoted value".split(
    " ",
  ),
);
const NO_RESTRICTION =
  /^(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|available|defined|declared|used|supported|needed|required|actual|total|complete|full|possible|main|important|interesting|overall|everything|briefly|short|quick|please|exactly|roughly|codebase|repo|folder|place|inside|currently|different|various|several|existing|user|users|people|someone|thanks|hi|there|dois|tres|cinco|disponiveis|definidos|necessario|necessaria|preciso|usados|usadas|usado|usada|lista|mostra|mostrar|quero|ver|saber|projeto|projecto|aqui|embedded|according|atual|atuais|algum|alguma|alguns|algumas|automaticos?|minimum|maximum|minimo|sources?|any|anything|fontes?|locally|localmente)$/;

/** Words that restrict what is asked for beyond what a kind of question itself says. @param meanings  of that kind */
export function restrictingWords(
  tokens: readonly Token[],
  slots: ReadonlyMap<number, Slot>,
  meanings: ReadonlySet<string>,
): readonly string[] {
  const words = tokens.flatMap((token, index) => {
    const { text, word } = token;
    // "This library" is the project.
    if (/^(?:this|este|esta|isto)$/.test(tokens[index - 1]?.word ?? "")) return [];
    if (isQualifying(tokens, index) && !meanings.has(`=${word}`)) return [text];
    const isNamed = slots.has(index) && slots.get(index) !== "TOPIC";
    return isNamed || isKindOfName(tokens, slots, index) || isRegarded(token, meanings) ? [] : [text];
  });
  return [...new Set(words)].filter((word) => !isMisspelledAsking(word.toLowerCase()));
}

/** What says nothing, and what the ways to ask it say themselves. */
function isRegarded({ word, kind, concepts }: Token, meanings: ReadonlySet<string>): boolean {
  if (kind === "empty" || NO_RESTRICTION.test(word)) return true;
  if (kind === "other" && meanings.has(`=${word}`)) return true;
  return concepts.some((concept) => meanings.has(concept) || SAYS_LITTLE.has(concept));
}

/** "Batch programs", "user records": which of them, though "batch" alone is a kind of thing and users are everywhere. */
function isQualifying(tokens: readonly Token[], index: number): boolean {
  const isKind = (token: Token | undefined): boolean => token?.concepts.some((one) => KIND_NOUNS.has(one)) ?? false;
  const next = tokens[index + 1];
  return /^(?:batch|online|interactive|nightly|users?|usuarios?)$/.test(tokens[index]?.word ?? "") && isKind(next);
}

/** "The job X", "X file", "in the programs": what a name is said to be, and what holds everything, restrict nothing. */
function isKindOfName(tokens: readonly Token[], slots: ReadonlyMap<number, Slot>, index: number): boolean {
  const isName = (at: number): boolean => slots.has(at) && slots.get(at) !== "TOPIC";
  const isKind = tokens[index]?.concepts.some((concept) => KIND_NOUNS.has(concept)) ?? false;
  const isWhere = tokens
    .slice(Math.max(0, index - 3), index)
    .some(({ word }) => /^(?:in|of|em|dos|das|nos|nas)$/.test(word));
  return isKind && (isName(index - 1) || isName(index + 1) || isWhere);
}

/** What the words of a kind of question mean, all its forms together, and behind `=` the words themselves. */
export function meaningsOfForms(forms: string): ReadonlySet<string> {
  return new Set(
    forms
      .split("|")
      .flatMap((form) =>
        readTokens(joinPhrases(form)).flatMap(({ word, concepts }) => [
          `=${word}`,
          ...(concepts.length > 0 ? concepts : conceptsOf(word)),
        ]),
      ),
  );
}

/** "Which is used if I say nothing": what holds by itself, and not where it stands. */
export const asksForDefault = (part: string): boolean =>
  /\bby default\b|\bif (?:i|we|you|nobody|nothing|none) (?:\w+ ){0,3}(?:say|give|set|pass|choose|specify|configure|is|do)\w*\b|\bpor (?:padrao|omissao|defeito)\b|\bse (?:eu )?nao (?:disser|indicar|der|passar|escolher)\b/.test(
    plain(part).replace(/['’]t\b/g, " not"),
  );

/** "Is it unused": then a use makes it false. */
export const deniesUse = (part: string): boolean =>
  /\b(?:un(?:used|called|referenced|reachable)|dead|not|never|nobody|nothing|mort[oa]|nao|nunca|inutilizad[oa])\b|n['’]t\b/.test(
    plain(part.replace(/[?,.;].*$/s, "")),
  );

/** "Is X called", "from anywhere": of nothing named besides, so that any that is found makes it true. */
export const asksWhetherAny = (part: string): boolean =>
  !deniesUse(part) &&
  !/\b(?:from|by|in|inside|within|through|with|outside|except|only|por|pel[oa]s?|em|n[oa]s?|so|apenas)\s+(?!any|some|here\b|th(?:is|e) (?:code|folder|project|repo)|algu)/.test(
    plain(part.replace(/[?,.;].*$/s, "")),
  );

/** Whether it compares with a number, which nothing here counts. */
export const comparesWithNumber = (part: string): boolean =>
  COMPARES.test(plain(part)) && /\d|\b(?:once|twice|one|two|three|ten|hundred|uma?|dois|duas)\b/.test(plain(part));

const COMPARES =
  /\b(?:more|longer|less|fewer|greater|larger|bigger|older|newer|smaller|shorter|mais|menos|maior|menor)(?: \w+)? (?:than|de|que|do que)\b|\bat (?:least|most) \d|\bover \d|\b(?:only|exactly|so|apenas|somente) (?:\w+ )?(?:once|twice)\b|\b(?:only|exactly) (?:by|in|from|with) (?:one|two)\b/;

const BEHAVIOUR =
  /^\W*(?:what happens|o que acontece|what if|how does .* (?:when|if)\b|(?:what|how) do(?:es)? .*\b(?:answer|return|respond|reply|say|do|show)\w*\b.* (?:for|when|if|to)\b)/;

const SUPPOSES =
  /\b(?:if|se) (?:i|we|you|one|someone|somebody|eu|nos|alguem)\b(?! (?:still |also |just |only )?(?:run|call|pass|type|enter|press|use|give|send|submit|do not|don't|forget|omit|leave out|choose|log|sign|rodar|correr|executar|chamar|passar|usar|der|escrever|nao)\b)|\b(?:if|when|once|suppose|assuming) .*\b(?:becomes?|grows?|gets?|(?:is|are|was|were) (?:changed|renamed|removed|deleted|made|widened|dropped)) |\b(?:mudar|alterar|remover|apagar|aumentar)\b/;

/** Whether a change is only supposed: what it reaches is asked, and not what a program does. */
export const supposesChange = (question: string): boolean =>
  SUPPOSES.test(`${plain(question)} `) && !asksForDefault(question);

/** Whether it asks what is done in a case, which no list of places tells. */
export const asksBehaviour = (question: string): boolean =>
  BEHAVIOUR.test(plain(question)) && !supposesChange(question);

const PLANS =
  /^\W*(?:i|we)(?:'d|'m|'re| am| are| will)? (?:(?:just|really|also|only|now|soon) )?(?:want|need|would like|like|have|plan|intend|going|about|thinking|planning|trying) (?:to|of|on) (?!(?:know|see|understand|find|learn|be told|hear|read)\b)/;

/** "I want to change what it returns": it begins with a plan, which says what is asked about, whatever words are in it. */
export const isPlan = (part: string): boolean => PLANS.test(plain(part));

const OF_NOW =
  /\b(?:right now|at the moment|currently (?:stored|running|open|logged|in)|in production|today|yesterday|this (?:week|month)|last night|neste momento|agora mesmo|hoje|ontem|em producao)\b/;

/** What sources state, whenever it is asked for. */
const OF_SOURCES =
  /\b(?:vers(?:ions?|ao|oes)|defaults?|padrao|settings?|constants?|constantes?|hard-?coded|limite?s?)\b/;

/** Whether it asks what only a running system knows: how much is stored now, how it does in production. */
export function asksOfNow(question: string): boolean {
  const said = plain(question);
  return OF_NOW.test(said) && !OF_SOURCES.test(said);
}
