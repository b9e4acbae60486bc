import { say } from "../say.ts";

const STATES: Readonly<Record<string, string>> = {
  // Of sessions and runs.
  running: say`running`,
  open: say`open, idle`,
  closed: say`closed`,
  // Of plans and their steps.
  draft: say`draft`,
  pending: say`pending`,
  in_progress: say`in progress`,
  completed: say`completed`,
  failed: say`failed`,
  skipped: say`skipped`,
  blocked: say`blocked`,
  cancelled: say`cancelled`,
  unreadable: say`unreadable`,
  // How a run ended.
  unanswered: say`unanswered`,
  denied: say`denied`,
  limit: say`limit reached`,
  "model-failed": say`the model failed`,
  // Of the items of a batch.
  done: say`done`,
  dead: say`dead`,
  queued: say`queued`,
  leased: say`under way`,
};

/** How something stands or ended, in words; a state of a later version by its name. */
export const stateText = (state: string): string => STATES[state] ?? state;
