import { expect, test } from "vitest";
import { lacksForm } from "./expected-form.ts";

test.each([
  ["at what time does the night job start?", ["//NIGHT JOB 'X'"], true],
  ["at what time does the night job start?", ['  - cron: "5 4 * * *"'], false],
  ["a que horas começa a noite?", ["Starts at 04:05."], false],
  ["how many lids per second does it close?", ["sleep 5 seconds", "close lids"], true],
  ["how many lids per second does it close?", ["It closes 40 lids per second."], false],
  ["what is the timeout of a lid?", ["nothing"], false],
  ["how do I run the service?", ["A small service that answers the web."], true],
  ["how do I run the service?", ["Run `lid serve`."], false],
  ["how do I open a lid?", ["1. Take it."], false],
  ["what is a lid?", ["A lid closes a box."], false],
])("%s %j", (question, lines, isLacking) => {
  expect(lacksForm(question, lines)).toBe(isLacking);
});
