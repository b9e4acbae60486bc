import { expect, test } from "vitest";
import { rankSections } from "../../../../../tools/knowledge/ranked-sections.ts";
import { createManual } from "../../../../manual/manual.ts";
import { manualQuery } from "./manual.ts";

const SECTIONS = createManual().sections();

/** Pages that answer, whatever words are asked in. */
test.each([
  ["in waymark, how do I take back an edit it made?", /undo/],
  ["how do I roll back what waymark did?", /undo/],
  ["does waymark send my code anywhere?", /telemetry|without|security/],
  ["o waymark envia o meu código para algum lado?", /telemetry|without|security/],
  ["what may waymark change in here without asking me?", /permissions/],
  ["how do I make waymark fix a failing test?", /fix-a-failing-test/],
  ["can waymark change a copybook safely?", /change-a-copybook/],
  ["how can waymark review a pull request in CI?", /ci\.md$|review-in-ci/],
  ["como desfaço uma alteração que o waymark fez?", /undo/],
  ["how do I uninstall waymark?", /install/],
  ["in waymark, how do I go on with the session I had here yesterday?", /getting-started|resume/],
  ["how do I resume my last session in waymark?", /getting-started|resume/],
  ["como retomo a sessão de ontem no waymark?", /getting-started|resume/],
  ["which wins in waymark, a flag or a setting?", /settings/],
  ["in waymark what wins, a flag or my config file?", /settings/],
  ["does waymark work on windows?", /install/],
  ["which exit code does waymark give when I am not logged in?", /ci\.md$|getting-started/],
  ["which models can I use with waymark?", /models\.md$/],
  ["which operating systems does waymark run on?", /install/],
])("the manual is searched in its own words: %s", (question, path) => {
  expect(rankSections(manualQuery(question), SECTIONS)[0]?.path).toMatch(path);
});

/** A table of limits answers only what is asked for limits. */
test.each([
  ["I changed a file by hand after waymark edited it, will waymark's undo wipe out my change?", "safe"],
  ["can waymark lose my work?", "safe"],
  ["does waymark's undo overwrite what I typed myself?", "safe"],
  ["will waymark undo destroy my own edits?", "safe"],
  ["does waymark overwrite files I changed meanwhile?", "safe"],
  ["o undo do waymark apaga as minhas alterações?", "safe"],
  ["what are the limits of waymark's undo?", "Limits"],
  ["what can waymark undo not take back?", "Limits"],
  ["can waymark undo a database change?", "Limits"],
])("%s is answered by the section %s", (question, title) => {
  expect(rankSections(manualQuery(question), SECTIONS)[0]?.heading).toContain(title);
});

test("what a crash leaves is not asked as what an undo overwrites", () => {
  expect(manualQuery("if waymark crashes do I lose my work?")).not.toContain("overwrites");
});
