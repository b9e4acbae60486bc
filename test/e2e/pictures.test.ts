import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { WIRES } from "./provider-servers/index.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

/** Long enough to look like a secret, and without anything to be taken out. */
const NOISE = Buffer.from(Array.from({ length: 640 * 400 * 3 }, (_, index) => (index * 37) % 251));
const PICTURE = sharp(NOISE, { raw: { width: 640, height: 400, channels: 3 } });
const PNG = await PICTURE.png().toBuffer();

describe.each(WIRES)("over $name", ({ start, model, variables }) => {
  test("a picture that a prompt names is sent, whole, in this session and in a later one", async () => {
    place = makePlace({});
    writeFileSync(join(place.cwd, "shot.png"), PNG);
    server = await start([{ text: "A cat." }, { text: "Still a cat." }]);
    const settings = { ...place, environment: variables(server.url) };
    const first = await runWaymark(["-p", "what is on @shot.png", "-m", model], settings);
    expect([first.code, first.stdout, first.stderr]).toEqual([0, "A cat.\n", ""]);
    expect((await runWaymark(["-p", "sure?", "-c", "-m", model], settings)).code).toBe(0);
    const picture = PNG.toString("base64");
    expect(server.requests.map(({ body }) => body.split(picture).length - 1)).toEqual([1, 1]);
  });
});

describe.each(WIRES)("what a tool shows over $name", ({ start, model, variables }) => {
  test("follows its result, without what a camera wrote into it", async () => {
    place = makePlace({});
    const exif = { IFD0: { Artist: "jane.doe" } };
    const photo = await PICTURE.withExif(exif).jpeg().toBuffer();
    writeFileSync(join(place.cwd, "photo.jpg"), photo);
    expect(photo.includes("jane.doe")).toBe(true);
    server = await start([{ calls: [{ name: "read_file", input: { path: "photo.jpg" } }] }, { text: "A cat." }]);
    const run = await runWaymark(["-p", "what is on photo.jpg", "-m", model], {
      ...place,
      environment: variables(server.url),
    });
    expect([run.code, run.stdout]).toEqual([0, "A cat.\n"]);
    const body = server.requests[1]?.body ?? "";
    expect(body).toContain("photo.jpg is a picture: JPEG, 640 × 400 pixels");
    const [sent = ""] = /\/9j\/[A-Za-z0-9+/=]{1000,}/.exec(body) ?? [];
    const bytes = Buffer.from(sent, "base64");
    expect(bytes.includes("jane.doe")).toBe(false);
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer());
  });
});

test("a picture in a message of a conversation is sent; one that cannot be taken is told, and the words go on", async () => {
  const [chat] = WIRES;
  place = makePlace({});
  server = await chat.start([{ text: "A cat." }, { text: "Nothing." }]);
  const picture = PNG.toString("base64");
  const message = (text: string, data: string) => {
    const source = { type: "base64", media_type: "image/png", data };
    const content = [
      { type: "text", text },
      { type: "image", source },
    ];
    return JSON.stringify({ type: "user", message: { role: "user", content } });
  };
  const converse = async (line: string) =>
    runWaymark(["--input-format", "stream-json", "--output-format", "stream-json", "-m", chat.model], {
      ...(place as Place),
      environment: chat.variables(server?.url ?? ""),
      stdin: `${line}\n`,
    });
  expect(await converse(message("what is it", picture))).toMatchObject({ code: 0, stderr: "" });
  expect(server.requests[0]?.body).toContain(picture);
  const damaged = await converse(message("and this", "bm90aGluZw=="));
  expect(damaged.stderr).toContain("an image of a prompt cannot be taken: it is no PNG, JPEG, GIF or WebP");
  expect([damaged.code, server.requests[1]?.body.includes("and this")]).toEqual([0, true]);
});

test("a picture that is cut off, or of a kind that no model takes, is named with the reason", async () => {
  const [chat] = WIRES;
  place = makePlace({});
  writeFileSync(join(place.cwd, "cut.png"), PNG.subarray(0, 5000));
  server = await chat.start([{ text: "Nothing to see." }]);
  const run = await runWaymark(["-p", "what is on @cut.png", "-m", chat.model], {
    ...place,
    environment: chat.variables(server.url),
  });
  expect(run.stderr).toContain("Image cut.png (PNG, damaged) is only named, its pixels are not sent: it is cut off");
});

test("a model that sees none is told its name only, and the person is told so", async () => {
  const [chat] = WIRES;
  place = makePlace({});
  writeFileSync(join(place.cwd, "shot.png"), PNG);
  server = await chat.start([{ text: "I cannot see it." }]);
  const environment = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "k", WAYMARK_OPENAI_API: "chat" };
  const run = await runWaymark(["-p", "what is on @shot.png", "-m", "openai/gpt-4"], { ...place, environment });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain("its pixels are not sent: openai/gpt-4 sees no pictures; use a model that does.");
  expect(server.requests[0]?.body).toContain("shot.png");
  expect(server.requests[0]?.body).not.toContain("image_url");
});

test("a model that sees none is told that a tool's picture is left out", async () => {
  const [chat] = WIRES;
  place = makePlace({});
  writeFileSync(join(place.cwd, "shot.png"), PNG);
  server = await chat.start([{ calls: [{ name: "read_file", input: { path: "shot.png" } }] }, { text: "Pity." }]);
  const environment = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "k", WAYMARK_OPENAI_API: "chat" };
  expect((await runWaymark(["-p", "look", "-m", "openai/gpt-4"], { ...place, environment })).code).toBe(0);
  expect(server.requests[1]?.body).toContain("[1 left out: openai/gpt-4 sees no pictures.]");
  expect(server.requests[1]?.body).not.toContain("image_url");
});

test("a picture that is too large is refused with what makes it smaller, where that is not installed", async () => {
  const [chat] = WIRES;
  place = makePlace({});
  const wide = sharp({ create: { width: 9000, height: 20, channels: 3, background: "red" } });
  writeFileSync(join(place.cwd, "wide.png"), await wide.png().toBuffer());
  server = await chat.start([{ text: "Pity." }]);
  const settings = { ...place, environment: chat.variables(server.url) };
  const run = await runWaymark(["-p", "what is on @wide.png", "-m", chat.model], settings);
  expect(run.stderr).toMatch(/9000 × 20 pixels.*8000 pixels a side at most; `npm install --global sharp` lets Waymark/);
  expect(server.requests[0]?.body).not.toContain("image_url");
});
