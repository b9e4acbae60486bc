import { expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";

const under = (command: string, allow: readonly string[] = ["shell"]) =>
  classifyCommand(command, { root: "/home/ann/work/proj", home: "/home/ann", rules: { allow } });

test.each([
  "echo .env | xargs -I{} cat {}",
  "echo .env | xargs -n1 cat",
  "echo .mcp.json | xargs -I{} touch {}",
  "echo mcp | xargs -I{} touch .{}.json",
  "echo .mcp.json | xargs -d '\\n' touch",
  "printf '.mcp.json\\n' | xargs -i touch {}",
  "echo a,.mcp.json | xargs -d , touch",
])("what xargs is told is put in where it goes: %s", (command) => {
  expect(under(command).verdict).toBe("ask");
});

test.each(["echo a.txt | xargs -I{} cat {}", "echo a b | xargs -n1 touch", "ls | xargs -I{} cat {}"])(
  "and asks no more than that: %s",
  (command) => {
    expect(under(command).verdict).toBe("allow");
  },
);

test.each([
  "parallel rm -rf {1}{2} ::: /ho ::: me",
  "parallel rm -rf {//} ::: /home/x",
  "parallel rm -rf {.} ::: /home.x",
  "echo /home | xargs -I{} rm -rf {}",
])("what is lost by it is told: %s", (command) => {
  expect(under(command, ["shell(*)"]).verdict).toBe("deny");
});

test("what parallel makes of a read line is not known", () => {
  expect(under("echo /home/x | parallel rm -rf {//}", ["shell(*)"])).toMatchObject({ verdict: "ask", isFloor: true });
  for (const command of [
    "parallel gzip {} ::: a b",
    "parallel 'cp {} {.}.png' ::: a.x b.y",
    "parallel echo {1} {2} ::: a b ::: c",
  ])
    expect(under(command).verdict).toBe("allow");
});
