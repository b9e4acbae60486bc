import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asFirstToGo } from "./out-of-memory-score.ts";

const own = (): string => readFileSync("/proc/self/oom_score_adj", "latin1").trim();

describe.runIf(process.platform === "linux")("the out-of-memory score", () => {
  test("is a command's from its birth, with all that it starts, and never stays this process's own", () => {
    const before = own();
    const seen = asFirstToGo(() =>
      execFileSync("sh", ["-c", "sh -c 'cat /proc/self/oom_score_adj'"]).toString().trim(),
    );
    expect(seen).toBe("500");
    expect(own()).toBe(before);
  });

  test("is taken back when the start fails", () => {
    const before = own();
    expect(() =>
      asFirstToGo(() => {
        throw new Error("no more processes");
      }),
    ).toThrow("no more processes");
    expect(own()).toBe(before);
  });
});
