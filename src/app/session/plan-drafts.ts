import { basename, resolve } from "node:path";
import { readGivenFile } from "../../adapters/given-file.ts";
import { readSession } from "../../adapters/sessions/read-session.ts";
import { findSession, listSessions, sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { planOf } from "../../core/context/compaction-record.ts";
import { loadTools } from "../../core/plan/load-tools.ts";
import { planId } from "../../core/plan/make-plan.ts";
import { findAnswer } from "../../core/plan/read-answer.ts";
import { draftPlan, stepList } from "../../core/plan/read-plan.ts";
import { validatePlan } from "../../core/plan/validate-plan.ts";
import { typedPart } from "../../core/prompts/typed-part.ts";
import type { TodoItem } from "../../core/protocol/display.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { AGENT_STEP, type Plan, PlanSchema } from "../../core/protocol/plan.ts";
import { fileFault } from "../file-fault.ts";
import { textReader } from "../models/answers/text-reader.ts";
import { readWholeStdin } from "../report/read-stdin.ts";
import type { Rooms } from "../rooms.ts";
import { systemClock } from "../system-clock.ts";
import { openPlans, type PlanPlace } from "./plans.ts";
import { toolsOnce } from "./run-tool.ts";

/** A draft from a plan that somebody wrote; checked against the tools of the folder. @throws {UserError} naming each fault */
export async function draftFromFile(
  rooms: Rooms,
  request: { readonly file: string; readonly goal: string; readonly from: string },
): Promise<Plan> {
  const { file } = request;
  const value = await parsePlan(file === "-" ? await readWholeStdin() : readText(file, request.from), file);
  const own = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const goal = request.goal || (typeof own["goal"] === "string" ? own["goal"] : "");
  const named =
    typeof own["id"] === "string" && PlanSchema.shape.id.safeParse(own["id"]).success ? own["id"] : undefined;
  const given = {
    id: named ?? planId(goal || basename(file, ".json"), { clock: systemClock }),
    goal: goal || basename(file, ".json"),
    created: new Date().toISOString(),
  };
  const draft = draftPlan(value, given);
  if (draft.kind === "malformed") throw unusable(file, draft.problems);
  const problems = await planProblems(draft.plan, rooms);
  if (problems.length > 0) throw unusable(file, problems);
  return (await openPlans(rooms)).create(draft.plan);
}

/** What keeps a plan from being run here, one sentence each. */
export async function planProblems(plan: Plan, rooms: Rooms): Promise<readonly string[]> {
  const { tools: known } = await toolsOnce(rooms);
  await loadTools(plan.steps, known);
  return validatePlan(plan, known);
}

/** A draft from what a session still had to do: one agent step an item, in the order of the list. */
export async function draftFromTodos(rooms: Rooms, session: string | undefined): Promise<Plan> {
  const { cwd, places } = rooms;
  const { state } = places;
  const folder = sessionFolder(state, cwd);
  const source = session === undefined ? listSessions(folder)[0] : findSession(state, folder, session);
  const history = source ? readSession(source.path).events : [];
  const items = planOf(history);
  if (items.every(isDone))
    throw new UserError(phrase`There is no list of things to do here; name the session that has one.`, EXIT.badInput);
  return (await openPlans(rooms)).create(planFromTodos(items, goalOf(history)));
}

/** A draft from what the session under way still has to do. @throws {UserError} when there is nothing */
export async function draftFromHistory(place: PlanPlace, history: readonly RecordedEvent[]): Promise<Plan> {
  const items = planOf(history);
  if (items.every(isDone)) throw new UserError(phrase`The list of things to do is empty.`, EXIT.badInput);
  return (await openPlans(place)).create(planFromTodos(items, goalOf(history)));
}

/** What was asked where the list began; it is written again for each item that is done, maybe after another prompt. */
function goalOf(history: readonly RecordedEvent[]): string {
  let prompt = "";
  let goal = "";
  let before: ReadonlySet<string> = new Set();
  for (const event of history) {
    if (event.type === "prompt" && event.origin === "user") prompt = typedPart(event.text);
    if (event.type !== "call-end" || event.result.display.kind !== "todo") continue;
    const texts = event.result.display.items.map((item) => item.text);
    if (!texts.some((text) => before.has(text))) goal = prompt;
    before = new Set(texts);
  }
  return goal.replace(/\s+/g, " ").trim().slice(0, GOAL_CHARS_MAX) || "things to do";
}

const GOAL_CHARS_MAX = 300;
const isDone = ({ status }: TodoItem): boolean => status === "completed";

/** What is not done yet, as a plan. */
export function planFromTodos(items: readonly TodoItem[], goal: string): Plan {
  const open = items.filter((item) => !isDone(item));
  return {
    version: 1,
    id: planId(goal, { clock: systemClock }),
    goal,
    created: new Date().toISOString(),
    status: "draft",
    steps: open.map((item, index) => ({
      id: `todo-${index + 1}`,
      title: item.text,
      tool: AGENT_STEP,
      params: { prompt: item.text },
      needs: index === 0 ? [] : [`todo-${index}`],
      status: "pending",
      attempts: 0,
    })),
    revisions: [],
  };
}

function unusable(file: string, problems: readonly string[]): UserError {
  return new UserError(phrase`${file} is no plan that can be run: ${problems.join(" ")}`, EXIT.badInput);
}

function readText(file: string, from: string): string {
  try {
    return readGivenFile(resolve(from, file));
  } catch (error) {
    throw new UserError(phrase`--file ${file} cannot be read: ${fileFault(error)}; check the path.`, EXIT.badInput, {
      cause: error,
    });
  }
}

/** JSON, or what a model wrote around and instead of it, as long as it is whole. */
async function parsePlan(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    const found = await findAnswer(text, textReader.json, (value) => (stepList(value)?.length ? value : undefined));
    if (found && !found.isCut) return found.value;
    const reason = found ? "it ends in the middle of the plan" : errorText(error);
    throw new UserError(phrase`${file} is no JSON (${reason}); mend it and try again.`, EXIT.badInput, {
      cause: error,
    });
  }
}
