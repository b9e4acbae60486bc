import { type PlannedRequest, planFor, type SandboxPlan, type SandboxUse } from "./sandbox-plan.ts";

/** Begins the turn that lasts until then. */
export type HoldTurn = (until: Promise<unknown>) => void;

interface Turn {
  readonly sandbox?: SandboxUse;
  /** It goes on while others begin: nothing is opened to it that only one at a time may have. */
  readonly goesOn?: true;
}

/** A command with its plan, in its turn: what was to be open to it alone stays closed while others could write there. */
export async function inWritersTurn<Value>(
  request: PlannedRequest,
  { sandbox, goesOn }: Turn,
  work: (plan: SandboxPlan, hold: HoldTurn) => Promise<Value>,
): Promise<Value> {
  const wanted = await planFor(request, sandbox);
  if (wanted.confinement?.writes !== "workspace") return work(wanted, () => {});
  const { isAlone, leave } = await takeWritersTurn({ isAlone: !goesOn && isForOneAlone(wanted) });
  let until: Promise<unknown> = Promise.resolve();
  try {
    const mayHave = isAlone || !isForOneAlone(wanted);
    return await work(mayHave ? wanted : await planFor({ ...request, isBesideOthers: true }, sandbox), (settled) => {
      until = settled;
    });
  } finally {
    void until.then(leave, leave);
  }
}

/** Whether something is open to it that only one at a time may have. */
export const isForOneAlone = ({ gitSettings, confinement }: SandboxPlan): boolean =>
  gitSettings !== undefined || confinement?.opens !== undefined;

/** Whether somebody writes in the working folder. */
export const isWritten = (): boolean => living > 0 || alone !== undefined;

/** A command's turn among those that write in the working folder. */
interface WritersTurn {
  /** Nobody else writes there until it leaves. */
  readonly isAlone: boolean;
  leave(): void;
}

let living = 0;
let alone: Promise<void> | undefined;

/**
 * A mount over a file falls in every sandbox of this machine when somebody puts another file in its place, as git does with its configuration.
 * Who may do that works alone: what lives beside it could write there from then on.
 * @param wants  `isAlone`: to be alone; then it does not wait for others, who may go on for days, but is told that it is not
 */
async function takeWritersTurn({ isAlone }: { readonly isAlone: boolean }): Promise<WritersTurn> {
  while (alone !== undefined) await alone;
  if (!isAlone || living > 0) return { isAlone: false, leave: beginWriting() };
  const { promise, resolve } = Promise.withResolvers<void>();
  alone = promise;
  const leave = (): void => {
    if (alone === promise) alone = undefined;
    resolve();
  };
  return { isAlone: true, leave };
}

/** For what lives long, such as a server. @returns its end */
export function beginWriting(): () => void {
  living++;
  let isLeft = false;
  return () => {
    if (!isLeft) living--;
    isLeft = true;
  };
}
