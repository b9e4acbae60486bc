import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

test("Waymark's own answers are asked for by the folder and the module of its package, too", () => {
  const isWaymark = (path: string): boolean => /^\/opt\/w\/(?:package\.json|dist\/main\.js)$/.test(path);
  const isFloor = (command: string) =>
    classifyCommand(command, { root: "/opt", home: "/home/me", otherwise: "allow", facts: { isWaymark } }).isFloor ===
    true;
  const ways = ["node w", "cd w && node .", "cd w/dist && node main", "node w/dist/main.js", "cd w/dist; node ./main"];
  expect(ways.filter((way) => !isFloor(`${way} config trust`))).toEqual([]);
  expect(ways.filter((way) => isFloor(`${way} config list`))).toEqual([]);
});
