import type { CommandNode } from "unbash";
import type { Folders } from "../../places.ts";
import type { ShellWord } from "../../words.ts";
import { type LineSoFar, orAnywhere, union } from "./where-it-stands.ts";

/** Bodies walked again, so that calls in calls cannot multiply without bound. */
const BODIES_MAX = 24;

export interface FunctionBody {
  readonly body: (CommandNode & { type: "Function" })["body"];
  /** Where it leaves the line, by where it is called. */
  readonly ends: Map<string, Folders>;
}

/** What a line keeps of its functions, those in substitutions included. */
export interface KnownFunctions {
  readonly bodies: Map<string, readonly FunctionBody[]>;
  /** Called so far, by a name that may come to stand for another body. */
  readonly called: Set<string>;
}

/** Functions of a line: each body is walked as it stands, and once more for each other folder that it is called in. */
export class CalledFunctions {
  private readonly line: LineSoFar & { readonly known: KnownFunctions; error: string | undefined };
  private readonly walkBody: (body: FunctionBody, folders: Folders) => Folders;
  private walked = 0;

  constructor(line: CalledFunctions["line"], walkBody: CalledFunctions["walkBody"]) {
    this.line = line;
    this.walkBody = walkBody;
  }

  define({ name, body }: CommandNode & { type: "Function" }, folders: Folders): void {
    const { bodies, called } = this.line.known;
    const known: FunctionBody = { body, ends: new Map() };
    bodies.set(name.value, [...(bodies.get(name.value) ?? []), known]);
    this.endOf(known, called.has(name.value) ? orAnywhere(folders) : folders);
  }

  /** Where a command leaves the line that calls functions of it, or hands their names on to be called at any time. */
  throughCalls([program, ...words]: readonly ShellWord[], folders: Folders): Folders {
    let after = folders;
    for (const name of this.line.assigned.functions) {
      const isCall = program?.text === name;
      if (!isCall && !words.some(({ text }) => text.includes(name))) continue;
      this.line.known.called.add(name);
      const from = isCall ? folders : orAnywhere(folders);
      const bodies = this.line.known.bodies.get(name) ?? [];
      const ends = bodies.map((body) => this.endOf(body, from));
      after = [from, ...ends, ...(bodies.length === 0 ? [orAnywhere(from)] : [])].reduce(union, after);
    }
    return after;
  }

  private endOf(body: FunctionBody, folders: Folders): Folders {
    const key = JSON.stringify([folders, this.line.hasMoved, this.line.goesByItself]);
    const before = body.ends.get(key);
    if (before !== undefined) return before;
    // What calls itself may go anywhere.
    body.ends.set(key, orAnywhere(folders));
    if (++this.walked > BODIES_MAX) this.line.error ??= "too many calls of functions";
    const end = this.walkBody(body, folders);
    body.ends.set(key, end);
    return end;
  }
}
