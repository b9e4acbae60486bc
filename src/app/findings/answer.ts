import { statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { readSource } from "../../adapters/code-index/source-text.ts";
import { type Finding, LEVELS } from "../../engines/findings/finding.ts";
import { type AnswerSchema, checkAnswer } from "../settings/answer-schema.ts";

/** What a model answers where findings are asked for. */
export interface FindingsAnswer {
  readonly summary: string;
  readonly findings: readonly Finding[];
}

const SCHEMA = {
  type: "object",
  properties: {
    summary: { type: "string", description: "two sentences at most" },
    findings: {
      type: "array",
      maxItems: 1000,
      items: {
        type: "object",
        properties: {
          path: { type: "string", minLength: 1, description: "relative to the folder" },
          line: { type: "integer", minimum: 1 },
          end_line: { type: "integer", minimum: 1 },
          level: { type: "string", enum: LEVELS },
          rule: { type: "string", pattern: "^[a-z0-9][a-z0-9._-]{0,63}$", description: "its kind, such as off-by-one" },
          message: { type: "string", minLength: 1, description: "what happens, and what to do" },
        },
        required: ["path", "line", "level", "rule", "message"],
        additionalProperties: false,
      },
    },
  },
  required: ["summary", "findings"],
  additionalProperties: false,
};

/** The answer has to be findings, each at a line that is there: what is cited wrongly goes back to the model. */
export function findingsSchema(root: string): AnswerSchema {
  const source = JSON.stringify(SCHEMA);
  return {
    source,
    schema: SCHEMA,
    check(answer) {
      const checked = checkAnswer(SCHEMA, answer);
      if ("problem" in checked) return checked;
      const problems = readFindings(checked.json).findings.flatMap((finding) => misplaced(finding, root) ?? []);
      return problems.length === 0 ? checked : { problem: problems.slice(0, 10).join(" ") };
    },
  };
}

/** @param json  an answer that was checked */
export function readFindings(json: string): FindingsAnswer {
  const { summary, findings } = JSON.parse(json) as {
    readonly summary: string;
    readonly findings: readonly (Omit<Finding, "endLine"> & { readonly end_line?: number })[];
  };
  return {
    summary,
    findings: findings.map(({ end_line: endLine, path, ...finding }) => ({
      ...finding,
      path: path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, ""),
      ...(endLine === undefined ? {} : { endLine }),
    })),
  };
}

function misplaced({ path, line, endLine = line }: Finding, root: string): string | undefined {
  const away = relative(root, resolve(root, path));
  if (isAbsolute(path) || away === ".." || away.startsWith(`..${sep}`)) return `${path} is outside of the folder.`;
  if (endLine < line) return `At ${path} end_line ${endLine} is before line ${line}.`;
  const lines = linesOf(resolve(root, path));
  if (lines === undefined) return `There is no file ${path}.`;
  return endLine > lines ? `${path} has ${lines} lines, and a finding names line ${endLine}.` : undefined;
}

/** How many lines a file has; any number in what is no text or too large for source, and none where there is no file. */
function linesOf(path: string): number | undefined {
  const source = readSource(path, undefined);
  if (source.kind === "text") return Math.max(1, source.text.replace(/\n$/, "").split("\n").length);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? Number.POSITIVE_INFINITY : undefined;
}
