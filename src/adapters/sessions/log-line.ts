import { OverBudget } from "../../base/budget.ts";
import { JSON_DEPTH_MAX, JSON_VALUES_MAX, parseForeignJson } from "../../base/json-depth.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { isRecordedEvent } from "../../core/protocol/event-shape.ts";
import { crc32 } from "./crc32.ts";

/** One line of a session file: `{"n":7,"at":"…","event":{…},"crc":"1a2b3c4d"}`, the CRC over the bytes before `,"crc"`. */
export interface LogLine {
  /** Sequence number, from 1 without gaps. */
  readonly n: number;
  /** Format of the file, on its first line; absent means 1. */
  readonly v?: number;
  /** When it was appended, ISO 8601. */
  readonly at: string;
  readonly event: RecordedEvent;
}

/** The newest format this version reads and the one it writes. */
export const LOG_FORMAT = 1;

/** An event wraps what was counted when it came: some levels more, and the arguments of several calls. */
const LINE_BOUNDS = { depthMax: JSON_DEPTH_MAX + 20, valuesMax: 4 * JSON_VALUES_MAX };

const CRC_TAIL = /,"crc":"([0-9a-f]{8})"\}$/;

export function encodeLine(line: LogLine): Buffer {
  const body = JSON.stringify(line).slice(0, -1);
  const bytes = Buffer.from(body, "utf8");
  return Buffer.concat([bytes, Buffer.from(`,"crc":"${crc32(bytes)}"}\n`, "latin1")]);
}

/** @returns the line, or what is wrong with it */
export function decodeLine(text: string): LogLine | { readonly problem: string } {
  const tail = CRC_TAIL.exec(text);
  if (!tail) return { problem: "no checksum: the line was not written whole" };
  const body = text.slice(0, tail.index);
  if (crc32(Buffer.from(body, "utf8")) !== tail[1])
    return { problem: "checksum differs: the line was changed or damaged" };
  try {
    const value = parseForeignJson(`${body}}`, LINE_BOUNDS);
    return isLogLine(value) ? value : { problem: "not an event" };
  } catch (error) {
    return { problem: error instanceof OverBudget ? error.message : "not JSON" };
  }
}

function isLogLine(value: unknown): value is LogLine {
  if (typeof value !== "object" || value === null) return false;
  const { n, at, event } = value as Record<string, unknown>;
  return typeof n === "number" && typeof at === "string" && isRecordedEvent(event);
}
