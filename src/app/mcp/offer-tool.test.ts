import sharp from "sharp";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../base/json-schema.ts";
import { decide, type PermissionMode, type PermissionPolicy } from "../../core/permissions/decide.ts";
import type { ToolContext } from "../../core/tool.ts";
import { offerTool } from "./offer-tool.ts";

const context = { callId: "c", signal: new AbortController().signal, progress: () => {} } as unknown as ToolContext;
const tool = { name: "shoot", description: "Takes a picture.", schema: { type: "object" as const } };

test("pictures of a server go along without what they say of themselves; what is none is said", async () => {
  const shot = await sharp({ create: { width: 5, height: 4, channels: 3, background: "red" } })
    .withExif({ IFD0: { Artist: "jane.doe" } })
    .jpeg()
    .toBuffer();
  const pictures = [shot, Buffer.from("no picture"), shot.subarray(0, 100)];
  const offered = offerTool("cam", tool, async () => ({ text: "[image/jpeg: 1 KB]", failed: false, pictures }));
  const { text, images = [] } = await offered.run(offered.parse({}), context);
  expect(images).toHaveLength(1);
  expect(Buffer.from(images[0]?.base64 ?? "", "base64").includes("jane.doe")).toBe(false);
  expect(text).toMatch(
    /^\[image\/jpeg: 1 KB\]\n\(a picture is left out: it is no PNG.*\)\n\(a picture is left out: JPEG, damaged: it is cut off/,
  );
});

test("what a person would not see in a schema does not reach the model, wherever it stands", () => {
  const hidden = "\u{e0041}\u{e0042}";
  const schema = {
    type: "object",
    title: `t${hidden}`,
    required: ["a", `b${hidden}`],
    properties: {
      a: { type: "string", enum: ["x", `y${hidden}`], default: hidden, examples: [hidden], description: `d${hidden}` },
      [`b${hidden}`]: { type: "string" },
    },
  };
  const asTold = { ...tool, schema: schema as JsonSchema };
  const offered = offerTool("s", asTold, async () => ({ text: "", failed: false }));
  expect(offered.schema).toEqual({
    type: "object",
    required: ["a"],
    properties: { a: { type: "string", enum: ["x"], examples: [], description: "d\\u{e0041}\\u{e0042}" } },
  });
});

test("a schema that is made to be judged by for hours lets a call pass", () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `d${index}`,
      { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );
  const a = `${"a".repeat(60)}!`;
  for (const schema of [
    { $defs: { ...definitions, d40: { type: "string" } }, properties: { a: { $ref: "#/$defs/d0" } } },
    { properties: { a: { pattern: "^((a+))+$" } } },
    { properties: { a: { pattern: "^(a|a|b)*$" } } },
    { properties: { a: { pattern: "^a*a*a*a*a*a*a*a*a*a*a*a*b$" } } },
    { patternProperties: { "^((\\w+))+$": { type: "number" } } },
  ]) {
    const offered = offerTool("s", { ...tool, schema: { type: "object", ...schema } }, async () => ({
      text: "",
      failed: false,
    }));
    expect(offered.parse({ a })).toEqual({ a });
  }
});

test.each(["delete.everything", `delete_${"every_single_".repeat(6)}thing`])(
  "a rule that denies or asks holds by the whole name of a tool whose offered name was cut: %s",
  async (name) => {
    const offered = offerTool("s", { ...tool, name }, async () => ({ text: "", failed: false }));
    const whole = `mcp__s__${name.replace(".", "_")}`;
    const verdictBy = async (list: "allow" | "ask" | "deny", rule: string, mode: PermissionMode = "default") => {
      const rules = { allow: [], ask: [], deny: [], [list]: [rule] };
      const judge = async (): Promise<never> => Promise.reject(new Error("no command"));
      const policy = {
        mode,
        rules,
        judgeCommand: judge,
        judgePath: () => ({ verdict: "allow", reason: "", isFloor: false }),
      };
      return (await decide(offered.name, offered.intent({}), policy as PermissionPolicy)).verdict;
    };
    expect(offered.name).not.toBe(whole);
    for (const rule of [whole, "mcp__s__*thing", offered.name, "mcp__s"])
      expect([rule, await verdictBy("deny", rule, "bypassPermissions"), await verdictBy("ask", rule)]).toEqual([
        rule,
        "deny",
        "ask",
      ]);
    expect([await verdictBy("allow", whole), await verdictBy("allow", offered.name)]).toEqual(["ask", "allow"]);
  },
);
