import type { EdgeKind } from "../../model.ts";
import {
  type CardCommand,
  type CardTarget,
  type CardText,
  type CardUse,
  hyphenCommands,
  keywordValues,
} from "./card-use.ts";
import { idcamsUses } from "./idcams-cards.ts";

/**
 * Reads the SYSTSIN of a TSO step: programs that DSN runs or CALL names, REXX execs, bound members.
 */
export function tsoUses(cards: CardText): CardUse[] {
  const uses = hyphenCommands(cards).flatMap((command) => commandUses(command, cards.file));
  return [...uses, ...idcamsUses(cards)].sort((left, right) => left.line - right.line);
}

function commandUses(command: CardCommand, file: string): CardUse[] {
  const uses: CardUse[] = [];
  const [first, second] = command.tokens;
  if (!first) return uses;
  const add = (kind: EdgeKind, target: CardTarget, name: string, line: number, detail?: CardUse["detail"]) => {
    if (/^[A-Z@#$&][\w@#$&.-]*$/i.test(name))
      uses.push({ kind, target, name: name.toUpperCase(), file, line, text: command.text, ...(detail && { detail }) });
  };
  switch (first.upper) {
    case "RUN": {
      const plan = keywordValues(command.tokens, ["PLAN"])[0]?.upper;
      for (const token of keywordValues(command.tokens, ["PROGRAM", "PROG", "PRO"]))
        add("executes", "program", token.value, token.line, { run: "DSN", ...(plan && { plan }) });
      break;
    }
    case "CALL": {
      const member = /\(([\w@#$]+)\)/.exec(second?.quoted ? second.value : command.text);
      if (member?.[1]) add("executes", "program", member[1], second?.line ?? first.line, { run: "CALL" });
      break;
    }
    case "EX":
    case "EXEC": {
      const name = second?.quoted ? (/\(([\w@#$]+)\)/.exec(second.value)?.[1] ?? "") : (second?.value ?? "");
      if (name) add("executes", "program", name, second?.line ?? first.line, { run: "EXEC" });
      break;
    }
    case "BIND":
      for (const token of keywordValues(command.tokens, ["MEMBER", "MEM"]))
        add("references", "program", token.value, token.line, { run: "BIND" });
      break;
    default:
      if (first.value.startsWith("%")) add("executes", "program", first.value.slice(1), first.line, { run: "EXEC" });
  }
  return uses;
}
