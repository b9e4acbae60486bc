import type { EdgeKind } from "../../model.ts";
import { type CardCommand, type CardText, type CardUse, hyphenCommands, keywordValues } from "./card-use.ts";
import { idcamsUses } from "./idcams-cards.ts";

/**
 * Reads the SYSTSIN of a TSO step: programs that DSN runs or CALL names, REXX execs, bound members.
 */
export function tsoUses(cards: CardText): CardUse[] {
  const uses = hyphenCommands(cards).flatMap((command) => commandUses(command, cards.file));
  return [...uses, ...idcamsUses(cards)].sort((left, right) => left.line - right.line);
}

function commandUses(command: CardCommand, file: string): CardUse[] {
  return namedPrograms(command)
    .filter(({ name }) => /^[A-Z@#$&][\w@#$&.-]*$/i.test(name))
    .map(({ name, kind = "executes", line, detail }) => ({
      ...{ kind, target: "program", name: name.toUpperCase(), file, line, text: command.text, detail },
    }));
}

interface NamedProgram {
  readonly name: string;
  readonly line: number;
  /** `executes` when absent. */
  readonly kind?: EdgeKind;
  readonly detail: NonNullable<CardUse["detail"]>;
}

function namedPrograms({ tokens, text }: CardCommand): readonly NamedProgram[] {
  const [first, second] = tokens;
  if (!first) return [];
  const { line } = second ?? first;
  switch (first.upper) {
    case "RUN": {
      const plan = keywordValues(tokens, ["PLAN"])[0]?.upper;
      const detail = { run: "DSN", ...(plan && { plan }) };
      return keywordValues(tokens, ["PROGRAM", "PROG", "PRO"]).map((token) => ({
        name: token.value,
        line: token.line,
        detail,
      }));
    }
    case "CALL":
      return [{ name: memberIn(second?.quoted ? second.value : text), line, detail: { run: "CALL" } }];
    case "EX":
    case "EXEC":
      return [{ name: second?.quoted ? memberIn(second.value) : (second?.value ?? ""), line, detail: { run: "EXEC" } }];
    case "BIND":
      return keywordValues(tokens, ["MEMBER", "MEM"]).map((token) => ({
        ...{ name: token.value, line: token.line, kind: "references", detail: { run: "BIND" } },
      }));
    default:
      return first.value.startsWith("%")
        ? [{ name: first.value.slice(1), line: first.line, detail: { run: "EXEC" } }]
        : [];
  }
}

/** The member in brackets of a data set's name; empty when there is none. */
const memberIn = (text: string): string => /\(([\w@#$]+)\)/.exec(text)?.[1] ?? "";
