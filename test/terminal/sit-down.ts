import { onTestFinished } from "vitest";
import { makePlace, type Place } from "../e2e/run-waymark.ts";
import { Seat, type SeatOptions } from "./pseudo-terminal.ts";

export interface Scene {
  readonly files?: Readonly<Record<string, string>>;
  /** Replies of the scripted model. */
  readonly replies?: readonly object[];
  readonly args?: readonly string[];
  readonly seat?: Partial<SeatOptions>;
  /** The key that answers the question of trust, where the folder's files raise it. */
  readonly trust?: string;
}

export interface Sitting {
  readonly seat: Seat;
  readonly place: Place;
  /** The screen with what differs from run to run made the same. */
  snapshot(): Promise<string>;
}

/** A session at a terminal of its own, with a scripted model; taken down when the test ends. */
export async function sitDown({
  files = {},
  replies = [{ text: "Nothing was asked." }],
  args = [],
  seat: options = {},
  trust,
}: Scene): Promise<Sitting> {
  const place = makePlace({ ...files, "script.json": JSON.stringify(replies) });
  // What commands run in differs from machine to machine, and a lesser sandbox is told: none is asked for unless a test wants one.
  const environment = { WAYMARK_SANDBOX: "off", ...options.environment };
  const seat = new Seat(["-m", "scripted/script.json", ...args], { ...place, ...options, environment });
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  if (trust !== undefined) {
    await seat.until("Let them count in this folder");
    await pause();
    seat.type(trust);
  }
  await seat.until("scripted/script.json");
  const settle = (text: string): string =>
    text
      .replaceAll(place.cwd, "/home/me/work")
      .replace(/waymark-test-\w+/g, "waymark-test")
      .replace(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, "*")
      .replace(/ · no sandbox\b/g, "")
      .replace(/\d+\.\d s\b/g, "0.0 s");
  return { seat, place, snapshot: async () => settle(await seat.screen()) };
}

/** Sends a prompt and waits for the end of the answer. */
export async function ask(seat: Seat, prompt: string, answer: string | RegExp): Promise<string> {
  seat.type(prompt);
  await seat.until(prompt);
  seat.type("\r");
  await seat.until(answer);
  return seat.until((text) => !/Esc cancels/.test(text));
}

/** Longer than the guard that keeps stray keys from answering a question. */
export const pause = (ms = 700): Promise<void> => new Promise((done) => setTimeout(done, ms));
