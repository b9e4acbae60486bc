import { refusalText } from "../../core/permissions/refusal.ts";
import type { Approver, Asker, Inquirer } from "../../core/ports/person.ts";
import type { EditorText } from "../session/unsaved-files.ts";

/** Who is there besides the program; what differs between entrances is this data. */
export interface Faces {
  readonly approver: Approver;
  /** Absent where nobody can be asked. */
  readonly asker?: Asker;
  /** Answers what servers of tools ask; absent: the asker does, a question a value. */
  readonly inquirer?: Inquirer;
  /** Speaks with a server of tools that lives in the program at the other end, by its name there; absent: none does. */
  readonly exchange?: (server: string, message: object, signal: AbortSignal) => Promise<unknown>;
  /** What the person's editor holds of a file; absent: what is on disk is all there is. */
  readonly editorText?: EditorText;
  /** A person sits at the screen. */
  readonly isInteractive: boolean;
  /** Somebody looks at what a command writes before its end. */
  readonly showsProgress: boolean;
}

const UNCHANGED = "Do not try another tool for it: go on without it, or say what is to be changed.";

/** Nobody is there to be asked: says no, and which mode and rule would say yes. */
export const NOBODY: Faces = {
  approver: {
    async approve({ decision, allowingMode }) {
      const reason = `nobody is there to be asked (${decision.reason})`;
      if (allowingMode === undefined) return { allowed: false, why: refusalText({ ...decision, reason }) };
      const rule = decision.wouldAllow ?? decision.proposal;
      const orRule = rule === undefined ? "" : `, or --allowedTools '${rule}'`;
      return {
        allowed: false,
        why: `${reason}. Whoever starts the run can allow it with --permission-mode ${allowingMode}${orRule}.\n${UNCHANGED}`,
      };
    },
  },
  isInteractive: false,
  showsProgress: false,
};

/** Whether what would be asked is answered by nobody. */
export const nobodyAnswers = ({ approver }: Faces): boolean => approver === NOBODY.approver;
