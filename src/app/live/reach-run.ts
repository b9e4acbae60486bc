import {
  type LiveQuestion,
  type LiveReply,
  type LiveRequest,
  liveQuestions,
  requestOfRun,
} from "../../adapters/sessions/live-requests.ts";
import type { SessionSummary } from "../session/session-list.ts";
import type { LiveAsked } from "./live-run.ts";

export type { LiveReply, LiveRequest } from "../../adapters/sessions/live-requests.ts";
export type { LiveAsked } from "./live-run.ts";

const folderOf = ({ path }: SessionSummary): string => path.replace(/\.jsonl$/, "");

/** What the run of a session waits for, the oldest first. */
export function questionsOf(session: SessionSummary): readonly (LiveQuestion & { readonly asked: LiveAsked })[] {
  // Written by a run of ours, in a folder that is closed to others.
  return liveQuestions(folderOf(session)) as readonly (LiveQuestion & { readonly asked: LiveAsked })[];
}

/** Wants something of the run of a session, whichever process it is in. @returns what its process says */
export const reachRun = (session: SessionSummary, request: LiveRequest): Promise<LiveReply> =>
  requestOfRun(folderOf(session), request);
