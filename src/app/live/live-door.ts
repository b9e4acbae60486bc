import type { Approver, Asker } from "../../core/ports/person.ts";
import type { ToolPorts } from "../../core/tool.ts";
import { nobodyAnswers } from "../permissions/faces.ts";
import { type Remember, remembering } from "../permissions/remembering-approver.ts";
import type { Rooms } from "../rooms.ts";
import type { LiveRun, Reach } from "./live-run.ts";

/** Runs that end sooner need no door: nobody could have found it. */
const OPEN_AFTER_MS = 300;

/** Opens a run to other processes of the same person when it lasts, or has something to ask; not before. */
export class LiveDoor {
  readonly #rooms: Rooms;
  readonly #folder: string | undefined;
  readonly #reach: Reach;
  readonly #timer: NodeJS.Timeout | undefined;
  #opened: Promise<LiveRun> | undefined;

  /** @param folder  what is kept beside the session's log; undefined where nothing is: then nobody can reach it */
  constructor(rooms: Rooms, folder: string | undefined, reach: Reach) {
    this.#rooms = rooms;
    this.#folder = folder;
    this.#reach = reach;
    this.#timer = folder === undefined ? undefined : setTimeout(() => void this.#run(folder), OPEN_AFTER_MS);
    this.#timer?.unref();
  }

  /**
   * Where somebody is asked, whoever looks at the run from outside is asked as well; where nobody is, nobody is.
   * @param allow  takes the rules that were allowed for good
   */
  faced<Parts extends { readonly ports: ToolPorts }>(
    parts: Parts,
    remember: Remember,
  ): Parts & { readonly approver: Approver } {
    const { faces } = this.#rooms;
    const { asker } = parts.ports;
    const folder = this.#folder;
    if (folder === undefined || nobodyAnswers(faces))
      return { ...parts, approver: remembering(faces.approver, remember) };
    const approver: Approver = {
      approve: async (request, signal) => (await this.#run(folder)).approve(faces.approver, request, signal),
    };
    const both: Asker = {
      isThere: asker.isThere ?? false,
      ask: async (question, signal) => (await this.#run(folder)).ask(asker, question, signal),
    };
    const ports = faces.asker === undefined ? parts.ports : { ...parts.ports, asker: both };
    return { ...parts, ports, approver: remembering(approver, remember) };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    (await this.#opened)?.close();
  }

  #run(folder: string): Promise<LiveRun> {
    this.#opened ??= import("./live-run.ts").then(
      ({ LiveRun: Opened }) => new Opened(folder, this.#rooms.redaction, this.#reach),
    );
    return this.#opened;
  }
}
