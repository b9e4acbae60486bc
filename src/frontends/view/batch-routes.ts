import type { Context, Hono } from "hono";
import * as z from "zod";
import { spoken } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { ITEM_STATES, type ItemState } from "../../core/ports/queue.ts";
import type { BatchDesk } from "./batch-desk.ts";
import { bodyOf } from "./run-routes.ts";

const LISTED_ITEMS_MAX = 100;
const SAMPLE_MAX = 999_999_999;

const Retry = z.strictObject({ states: z.array(z.enum(["failed", "dead"])).min(1) });
const Run = z.strictObject({
  sample: z.int().min(1).max(SAMPLE_MAX).exactOptional(),
  renew: z.boolean().exactOptional(),
  providerBatch: z.boolean().exactOptional(),
});
const Correct = z.strictObject({ id: z.string(), words: z.string() });
const Nothing = z.strictObject({});

/** Batches as `waymark batch` shows and steers them. */
export function batchRoutes(app: Hono, desk: BatchDesk): void {
  const nameOf = (context: Context): string => context.req.param("name") ?? "";
  app.get("/api/batches", async (context) => context.json(await desk.rows()));
  app.get("/api/batches/:name", async (context) => context.json(await desk.shown(nameOf(context))));
  app.get("/api/batches/:name/items", async (context) => {
    const { state = "", words = "", from = "0" } = context.req.query();
    const wanted = { states: statesIn(state), words, from: position(from), count: LISTED_ITEMS_MAX };
    return context.json(await desk.items(nameOf(context), wanted));
  });
  app.get("/api/batches/:name/item", async (context) =>
    context.json(await desk.item(nameOf(context), context.req.query("id") ?? "")),
  );
  app.get("/api/batches/:name/lanes", async (context) => context.json(await desk.lanes(nameOf(context))));
  app.post("/api/batches/:name/retry", async (context) => {
    const { states } = await bodyOf(context, Retry);
    return context.json({ said: await desk.retry(nameOf(context), states) });
  });
  app.post("/api/batches/:name/correct", async (context) => {
    const { id, words } = await bodyOf(context, Correct);
    return context.json({ said: await desk.correct(nameOf(context), id, words) });
  });
  app.post("/api/batches/:name/cancel", async (context) => {
    await bodyOf(context, Nothing);
    return context.json({ said: await desk.cancel(nameOf(context)) });
  });
  app.post("/api/batches/:name/run", async (context) => {
    const wanted = await bodyOf(context, Run);
    await desk.with(nameOf(context), (batch) => desk.own.start(batch, wanted));
    return context.json({ said: spoken(phrase`Under way.`) });
  });
  app.post("/api/batches/:name/stop", async (context) => {
    await bodyOf(context, Nothing);
    desk.own.stop(nameOf(context));
    return context.json({ said: spoken(phrase`It stops; what is under way goes back into the queue.`) });
  });
}

function statesIn(text: string): readonly ItemState[] {
  if (text === "") return ITEM_STATES;
  const found = ITEM_STATES.find((state) => state === text);
  if (found !== undefined) return [found];
  throw new UserError(phrase`There is no state "${text}"; there are ${ITEM_STATES.join(", ")}.`, EXIT.usage);
}

function position(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new UserError(phrase`"${text}" is no number of an item.`, EXIT.usage);
}
