import { expect, test } from "vitest";
import type { ToolContext } from "../../core/tool.ts";
import { CODE_TOOLS } from "./code-tools.ts";

test("a person sees one line of each answer of code intelligence, the model all of it", async () => {
  const answer = "# Screens\n\nMaps: 1\n\n## Programs (5)\n- a\n\n## Maps (1)\n- b";
  const code = { offer: () => "all", query: async () => answer };
  const context = { code, signal: new AbortController().signal } as unknown as ToolContext;
  const shown = await Promise.all(
    CODE_TOOLS.map(async (tool) => tool.run({ path: ".", name: "x", names: ["x"] } as never, context)),
  );
  expect(new Set(shown.map(({ text, display }) => JSON.stringify([text === answer, display])))).toEqual(
    new Set([JSON.stringify([true, { kind: "text", text: "Screens: Programs (5), Maps (1)" }])]),
  );
});

test("how far the reading of the code is is told while a question waits for it", async () => {
  const told: string[] = [];
  const query = async (...[, , , tell]: Parameters<ToolContext["code"]["query"]>) => {
    tell?.("Indexing: 10 % (1 of 9 files)");
    return "# Screens";
  };
  const context = { code: { query }, progress: (text: string) => told.push(text) } as unknown as ToolContext;
  await CODE_TOOLS[0]?.run({ path: "." } as never, context);
  expect(told).toEqual(["Indexing: 10 % (1 of 9 files)\n"]);
});

test("what a question is about is shown with it", () => {
  const shown = (name: string, input: object): unknown => {
    const tool = CODE_TOOLS.find((one) => one.name === name);
    const { display } = tool?.intent(tool.parse(input)) ?? {};
    return display?.kind === "text" && display.text;
  };
  expect(shown("citadel_impact", { name: "RATECALC" })).toBe("impact RATECALC");
  expect(shown("citadel_get_callers", { name: "RATECALC", path: "cobol" })).toBe("callers cobol RATECALC");
  expect(shown("citadel_crud", {})).toBe("crud .");
});
