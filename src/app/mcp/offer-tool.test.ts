import sharp from "sharp";
import { expect, test } from "vitest";
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
