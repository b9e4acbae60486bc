import { expect, test } from "vitest";
import { JSON_DEPTH_MAX } from "../../base/json-depth.ts";
import { crc32 } from "./crc32.ts";
import { decodeLine } from "./log-line.ts";

test("a line of brackets alone is counted before it is parsed; what a call may nest is not too deep for its line", () => {
  const line = (value: string) => {
    const event = { type: "prompt", text: "", origin: "user", more: 0 };
    const body = JSON.stringify({ n: 1, at: "x", event }).slice(0, -1).replace('"more":0', `"more":${value}`);
    return decodeLine(`${body},"crc":"${crc32(Buffer.from(body))}"}`);
  };
  const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  expect(line(deep(JSON_DEPTH_MAX))).toHaveProperty("n", 1);
  expect(line(deep(JSON_DEPTH_MAX * 2))).toEqual({ problem: "more than 520 levels of nested JSON" });
  expect(line(`[${"[],".repeat(1_000_000)}0]`)).toEqual({ problem: "more than 1,000,000 values of JSON" });
});
