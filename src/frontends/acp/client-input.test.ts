import { expect, test } from "vitest";
import { promptOf } from "./client-input.ts";

test("a prompt of more than a model reads is refused, whether it is written or attached", async () => {
  const text = "x".repeat(2_500_000);
  const attached = { type: "resource" as const, resource: { uri: "file:///a.log", text } };
  expect((await promptOf([{ type: "text", text: "see" }, attached])).attached.length).toBeGreaterThan(text.length);
  await expect(promptOf([{ type: "text", text }, attached])).rejects.toThrow("name the file instead");
});
