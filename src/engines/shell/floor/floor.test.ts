import { expect, test } from "vitest";
import { HARMLESS, LOSING } from "../../../../test/floor-cases.ts";
import { classifyCommand } from "../classify-command.ts";

const options = { root: "/home/ann/work/proj", home: "/home/ann" };
/** Whether a mode that asks for nothing would run it. */
const runsInBypass = (command: string): boolean => {
  const { verdict, isFloor } = classifyCommand(command, options);
  return verdict !== "deny" && isFloor !== true;
};

test("what must not be lost is not lost in any mode, whichever program does it", () => {
  expect(LOSING.length).toBeGreaterThan(400);
  expect(LOSING.filter(runsInBypass)).toEqual([]);
});

test("everyday commands are left to the mode", () => {
  expect(HARMLESS.length).toBeGreaterThan(150);
  expect(HARMLESS.filter((command) => !runsInBypass(command))).toEqual([]);
});

test("a harmless word or redirection beside it does not hide what is lost", () => {
  for (const command of ["rm -rf ../other /", "rm -rf $X ~", "rm -rf / 2>../err", "PATH=/x rm -rf ~"])
    expect(classifyCommand(command, options).verdict, command).toBe("deny");
});

test("the folders of Waymark are where the caller says", () => {
  const elsewhere = { ...options, own: ["/data/waymark/config"] };
  expect(classifyCommand("echo x > /data/waymark/config/trust.json", elsewhere).verdict).toBe("deny");
  expect(classifyCommand("rm -rf /data/waymark", elsewhere).verdict).toBe("deny");
  expect(classifyCommand("rm -rf /data/other", elsewhere).verdict).toBe("ask");
});
