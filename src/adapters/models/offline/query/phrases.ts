import type { Clause, Noun, Relation } from "./shape.ts";

/** A verb as it is said of several, and of one. */
const VERBS: Readonly<Record<Relation, readonly [ofMany: string, ofOne: string]>> = {
  add: ["add", "adds"],
  alter: ["update or delete", "updates or deletes"],
  call: ["call", "calls"],
  change: ["change", "changes"],
  copy: ["copy", "copies"],
  create: ["create", "creates"],
  delete: ["delete", "deletes"],
  extend: ["extend", "extends"],
  have: ["have", "has"],
  import: ["import", "imports"],
  install: ["install", "installs"],
  make: ["make", "makes"],
  read: ["read", "reads"],
  run: ["run", "runs"],
  send: ["show", "shows"],
  show: ["show", "shows"],
  "type-into": ["take what is typed", "takes what is typed"],
  update: ["update", "updates"],
  use: ["use", "uses"],
  write: ["write", "writes"],
};

/** "that read X", "that NIGHTRUN runs", "that no job runs". @param other  what is at the other end, as it is called here */
export function clausePhrase(clause: Clause, other: string, isOne: boolean): string {
  return clause.role === "acts" ? actingPhrase(clause, other, isOne) : sufferingPhrase(clause, other);
}

function actingPhrase({ relation, isNegated, other: noun }: Clause, other: string, isOne: boolean): string {
  const [ofMany, ofOne] = VERBS[relation];
  const verb = isOne ? ofOne : ofMany;
  const negated = `${isOne ? "does" : "do"} not ${ofMany}`;
  return `that ${isNegated ? negated : verb} ${noun.quantity === "only" ? "only " : ""}${other}`;
}

function sufferingPhrase({ relation, isNegated, other: noun }: Clause, other: string): string {
  const [ofMany, ofOne] = VERBS[relation];
  const isMany = noun.kinds.length > 0 && noun.quantity !== "any" && noun.names.length + noun.words.length === 0;
  if (isNegated && noun.quantity === "any") return `that ${noneOf(noun, other)} ${ofOne}`;
  if (isNegated) return `that ${other} ${isMany ? "do" : "does"} not ${ofMany}`;
  return `that ${noun.quantity === "only" ? "only " : ""}${other} ${isMany ? ofMany : ofOne}`;
}

const noneOf = ({ kinds }: Noun, other: string): string =>
  kinds.length === 0 ? "nothing" : `no ${other.replace(/^any /, "")}`;
