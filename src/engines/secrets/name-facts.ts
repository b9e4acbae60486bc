import { askedName, foldName } from "../paths/protected-names.ts";
import { secretPathKind } from "./secret-path.ts";

export interface NameFacts {
  readonly last: string | undefined;
  readonly protectedBy: ReturnType<typeof askedName>;
  readonly secrecy: ReturnType<typeof secretPathKind>;
}

/** What a path's text alone says; a call asks three times or four for the same one. */
const knownNames = new Map<string, NameFacts>();
const KNOWN_NAMES_MAX = 500;

export function nameFacts(text: string): NameFacts {
  const known = knownNames.get(text);
  if (known !== undefined) return known;
  const components = text.split("/").filter((name) => name !== "");
  const flattened = components.flatMap((name) => name.split("\\"));
  const facts = {
    last: components.at(-1),
    protectedBy: askedName(flattened),
    // What is shown of a name that is no text has such strokes, too.
    secrecy: secretPathKind(text.replace(/[^/\\]+/g, (part) => foldName(part) || part)),
  };
  if (knownNames.size >= KNOWN_NAMES_MAX) knownNames.clear();
  knownNames.set(text, facts);
  return facts;
}
