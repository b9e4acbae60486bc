import type { Context, Hono } from "hono";
import * as z from "zod";
import { questionsOf, reachRun } from "../../app/live/reach-run.ts";
import type { House } from "../../app/open-house.ts";
import { allowForGood } from "../../app/settings/write-setting.ts";
import { spokenRecorded } from "../../app/words/recorded.ts";
import { spoken } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { OpenSessions } from "./open-sessions.ts";
import type { OwnRuns } from "./own-runs.ts";
import type { RunWanted } from "./wire.ts";

const TEXT_CHARS_MAX = 200_000;
const text = z.string().max(TEXT_CHARS_MAX);

const Wanted = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("steer"), text: text.min(1) }),
  z.strictObject({ kind: z.literal("interrupt") }),
  z.strictObject({ kind: z.literal("answer"), asked: z.string(), choice: text, words: text.exactOptional() }),
]);
const Run = z.strictObject({
  prompt: text.min(1),
  session: z.string().exactOptional(),
  model: z.string().exactOptional(),
});

/** What a page does with runs: starts them, and reaches those that are under way, wherever they were started. */
export function runRoutes(
  app: Hono,
  { sessions, runs, house }: { sessions: OpenSessions; runs: OwnRuns; house: House },
): void {
  app.post("/api/runs", async (context) => {
    const wanted: RunWanted = await bodyOf(context, Run);
    return context.json({ session: await runs.start(wanted) });
  });
  app.post("/api/sessions/:id/requests", async (context) => {
    const wanted = await bodyOf(context, Wanted);
    const { summary } = sessions.get(context.req.param("id"));
    const asked =
      wanted.kind === "answer" ? questionsOf(summary).find(({ id }) => id === wanted.asked)?.asked : undefined;
    const reply = await reachRun(summary, wanted);
    if (reply.kind === "refused") return context.json({ refusal: spokenRecorded(reply.why) });
    const option =
      asked?.kind === "approval" && wanted.kind === "answer"
        ? asked.options.find(({ key }) => key === wanted.choice)
        : undefined;
    if (option?.forGood === undefined) return context.json({ said: "" });
    const file = await allowForGood(option.forGood, house.environment);
    return context.json({ said: spoken(phrase`${option.forGood} is allowed from now on, by ${file}.`) });
  });
}

/** @throws {UserError} when the body is not what is wanted */
export async function bodyOf<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.infer<Schema>> {
  const body: unknown = await context.req.json().catch(() => undefined);
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new UserError(phrase`That is no such request: ${z.prettifyError(read.error).replace(/\s+/g, " ")}`, EXIT.usage);
}
