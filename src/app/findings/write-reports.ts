import { statSync } from "node:fs";
import { extname } from "node:path";
import { errorText } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";
import { type Finding, findingLine, isAtLeast, LEVELS, type Level } from "../../engines/findings/finding.ts";
import { junitXml } from "../../engines/findings/junit.ts";
import { rulesOf, sarifLog } from "../../engines/findings/sarif.ts";
import { inOutput, writeOutput } from "../settings/output-path.ts";
import type { FindingsAnswer } from "./answer.ts";

export type { Level } from "../../engines/findings/finding.ts";

/** What a report is made of. */
export interface Reported {
  readonly outcome: Outcome | undefined;
  readonly findings: readonly Finding[];
  readonly durationMs: number;
  readonly version: string;
}

type Form = (reported: Reported) => string;

const FORMS: Readonly<Record<string, Form>> = {
  ".sarif": ({ findings, version }) => `${JSON.stringify(sarifLog(findings, rulesOf(findings), version), null, 2)}\n`,
  ".xml": ({ outcome, findings, durationMs }) => junitXml({ name: "run", durationMs, ...failureOf(outcome) }, findings),
};

/** The form of a report by its file's name. @throws {UserError} when there is none for it */
function formOf(path: string): Form {
  const form = FORMS[extname(path).toLowerCase()];
  if (form) return form;
  throw new UserError(
    phrase`--report ${path} has no known form; name it .sarif (code scanning) or .xml (JUnit).`,
    EXIT.usage,
  );
}

/** Makes the folders of reports. @throws {UserError} when one cannot be written or its name says no form, before anything is spent */
export function checkReports(paths: readonly string[], folders: readonly string[]): void {
  for (const path of paths) formOf(path);
  for (const path of paths) {
    try {
      inOutput(path, folders, (at) => {
        if (statSync(at, { throwIfNoEntry: false })?.isDirectory()) throw unwritable(path, "it is a folder");
      });
    } catch (error) {
      throw error instanceof UserError ? error : unwritable(path, error);
    }
  }
}

/** Also of a run that failed: a report that is missing would look like none was asked for. @throws {UserError} */
export function writeReports(paths: readonly string[], folders: readonly string[], reported: Reported): void {
  for (const path of paths) {
    try {
      writeOutput(path, folders, formOf(path)(reported));
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw unwritable(path, error);
    }
  }
}

function unwritable(path: string, cause: unknown): UserError {
  const why = typeof cause === "string" ? cause : errorText(cause);
  return new UserError(phrase`The report ${path} cannot be written (${why}); name another file.`, EXIT.badInput, {
    cause,
  });
}

function failureOf(outcome: Outcome | undefined): {
  readonly failure?: { readonly kind: string; readonly text: string };
} {
  if (outcome === undefined) return { failure: { kind: "none", text: "The run has not begun." } };
  if (outcome.kind === "done") return {};
  return { failure: { kind: outcome.kind, text: outcome.text || outcome.kind } };
}

/** @throws {UserError} when it is none */
export function levelNamed(flag: string, given: string): Level {
  const level = LEVELS.find((name) => name === given);
  if (level !== undefined) return level;
  throw new UserError(phrase`${flag} is "${given}"; use ${LEVELS.join(", ")}.`, EXIT.usage);
}

/** As people read them: the gravest first. */
export function findingsAsText({ summary, findings }: FindingsAnswer): string {
  const sorted = findings.toSorted((one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level));
  return [...sorted.map(findingLine), ...(findings.length > 0 ? [""] : []), summary].join("\n");
}

/** Whether a finding is as grave as `least`, or more. */
export const isGrave = (level: Level, least: Level): boolean => isAtLeast(level, least);
