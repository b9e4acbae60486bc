import { parseForeignJson } from "../../base/json-depth.ts";

/**
 * The value of JSON with comments and trailing commas, at once and without a parser of others: the question of trust must show
 * what a file says to those who read it, however it is written.
 * @returns undefined when it is no JSON: then nothing of it counts
 */
export function plainJson(text: string): unknown {
  try {
    return parseForeignJson(withoutComments(text));
  } catch {
    return undefined;
  }
}

const NEXT = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|\/\/[^\n\r]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g;

/** What stands in quotes is left alone. A comma goes where a bracket is the next thing. */
function withoutComments(text: string): string {
  const bare = text.replace(/^\uFEFF/, "").replace(NEXT, (found) => (found.startsWith("/") ? " " : found));
  return bare.replace(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|,(?=\s*[\]}])/g, (found) => (found === "," ? "" : found));
}

export const MEMBERS_MAX = 100_000;

/** Every member of an object in it, however deep, in order; where there are more than `MEMBERS_MAX`, those. */
export function membersIn(root: unknown): readonly { readonly name: string; readonly value: unknown }[] {
  const members: { name: string; value: unknown }[] = [];
  const left: unknown[] = [root];
  while (left.length > 0 && members.length < MEMBERS_MAX) {
    const value = left.pop();
    if (typeof value !== "object" || value === null) continue;
    const own = Object.entries(value);
    if (!Array.isArray(value)) for (const [name, member] of own) members.push({ name, value: member });
    for (const [, member] of own.toReversed()) left.push(member);
  }
  return members;
}
