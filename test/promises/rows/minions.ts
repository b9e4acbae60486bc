import { FRESH, type Row } from "../row.ts";
import type { Answer, Stage } from "../stage.ts";

const SMALL = { MINION_SCRIBE_MODEL: "openai-compatible/small" };
const SUMMARY = { text: "KEY POINTS:\n* all sentences differ\n- there are many\n\nSUMMARY:\nNothing repeats." };
const FLAGS = ["--allowedTools", "shell(cat)"];

/** As many characters of prose as asked, no two lines alike. */
const prose = (characters: number): string => {
  let text = "";
  for (let line = 0; text.length < characters; line++) text += `Sentence ${line} tells of a thing of its own.\n`;
  return text.slice(0, characters);
};

/** A model that reads prose.txt by a command, and a small one that gives `summary`. */
function condense(stage: Stage, characters: number, summary: object, environment = {}): Promise<Answer> {
  stage.put({ "prose.txt": prose(characters) });
  return stage.ask({
    replies: ({ body }) => {
      const { model, messages } = JSON.parse(body) as { model: string; messages: { role: string }[] };
      if (model === "small") return summary;
      if (messages.some(({ role }) => role === "tool")) return { text: "Read." };
      return { calls: [{ name: "shell", input: { command: "cat prose.txt" } }] };
    },
    flags: FLAGS,
    environment: { ...SMALL, ...environment },
  });
}

const askedSmall = ({ bodies }: Answer): Answer["bodies"] => bodies.filter(({ model }) => model === "small");

/** Long results made short by a small model. */
export const MINIONS: readonly Row[] = [
  {
    id: "CW-80",
    title: "only a result longer than the threshold is condensed, and the threshold is a setting",
    what: "Below it every character reaches the model.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const below = await condense(stage, 4_000, SUMMARY, { MINION_CONTEXT_THRESHOLD: "1100" });
      stage.expect(askedSmall(below)).toHaveLength(0);
      stage.expect(below.results[0]?.text).toContain(prose(4_000).slice(-60));
      const above = await condense(stage, 4_800, SUMMARY, { MINION_CONTEXT_THRESHOLD: "1100" });
      stage.expect(askedSmall(above)).toHaveLength(1);
    },
  },
  {
    id: "CW-81",
    title: "a model of its own condenses, cold and short, and is asked for key points and a summary",
    what: "The small model gets the result and what was asked, never the tools.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const [request] = askedSmall(await condense(stage, 60_000, SUMMARY));
      stage.expect(request?.temperature).toBe(0);
      stage.expect(request?.max_tokens).toBeLessThanOrEqual(4_096);
      stage.expect(request?.tools ?? []).toEqual([]);
      stage.expect(JSON.stringify(request?.messages)).toMatch(/KEY POINTS[\s\S]*SUMMARY/);
    },
  },
  {
    id: "CW-82",
    title: "the model is given the key findings, the summary, and the handle of the whole text",
    what: "What was left out is still there: any line of it can be paged.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const { results } = await condense(stage, 60_000, SUMMARY);
      const text = results[0]?.text ?? "";
      stage.expect(text).toMatch(/\[Summarized from \d+ chars\]/);
      for (const part of ["- all sentences differ", "- there are many", "Summary: Nothing repeats."])
        stage.expect(text).toContain(part);
      const handle = /out-\d+/.exec(text)?.[0] ?? "";
      const paged = await stage.ask({
        replies: [{ calls: [{ name: "shell_output", input: { handle, offset: 700, limit: 1 } }] }, { text: "ok" }],
        flags: ["-c"],
      });
      stage.expect(paged.results[0]?.text).toContain("Sentence 699 ");
    },
  },
  {
    id: "CW-83",
    title: "when condensing fails the result stays, and an error is never condensed",
    what: "No failure of the small model costs you a result.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const failed = await condense(stage, 60_000, { fault: { kind: "status", status: 400, message: "no" } });
      stage.expect([failed.code, failed.result]).toEqual([0, "Read."]);
      stage.expect(failed.results[0]?.text).toContain("Sentence 0 tells");
      stage.expect(failed.results[0]?.text).not.toContain("[Summarized");
      stage.put({ "fails.sh": `cat prose.txt >&2; exit 4` });
      const { bodies, results } = await stage.ask({
        replies: ({ body }) =>
          body.includes('"role":"tool"')
            ? { text: "ok" }
            : { calls: [{ name: "shell", input: { command: "sh fails.sh" } }] },
        flags: ["--permission-mode", "bypassPermissions"],
        environment: SMALL,
      });
      stage.expect(results[0]?.isError).toBe(true);
      stage.expect(results[0]?.text).toContain("(exit code 4)");
      stage.expect(bodies.filter(({ model }) => model === "small")).toEqual([]);
    },
  },
];
