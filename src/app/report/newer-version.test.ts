import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { LoadedConfig } from "../settings/load.ts";
import { findNewerVersion } from "./newer-version.ts";

/** What is said of a registry that names this version. */
async function reportOn(version: string) {
  const server = createServer((_, response) => response.end(JSON.stringify({ version, bin: { waymark: "x" } })));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const environment = { npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const settings = { environment, config: { offline: false } } as unknown as LoadedConfig;
  return findNewerVersion("1.2.3", settings, "/usr/lib/node_modules/waymark/dist/main.js");
}

test("a login in the address of the registry is not shown, whatever goes wrong", async () => {
  const server = createServer((_, response) => response.writeHead(500).end("no"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const ask = async (registry: string): Promise<string> => {
    const settings = { environment: { npm_config_registry: registry }, config: { offline: false } };
    return findNewerVersion("1.2.3", settings as unknown as LoadedConfig, "/x").then(
      () => "no error",
      (error: Error) => error.message,
    );
  };
  const answered = await ask(`http://me:s3cret@127.0.0.1:${port}`);
  await new Promise((done) => server.close(done));
  const gone = await ask(`http://me:s3cret@127.0.0.1:${port}`);
  const odd = await ask("http://me:s3cret@[x");
  expect(answered).toContain(`http://127.0.0.1:${port}/waymark/latest answered 500`);
  for (const said of [answered, gone, odd]) expect(said).not.toMatch(/s3cret|no error/);
});

test.each(["1.2.4", "2.0.0-rc.1"])("the release %s is told with the command that brings it", async (version) => {
  expect(await reportOn(version)).toMatchObject({ isNewer: true, command: `npm install --global waymark@${version}` });
});

test.each(["9.0.0; touch x", "9.0.0\n", "9.0.0 $(x)", "9.0.0-`x`", "9", "file:../x", "9.0.0-\u001b[2J"])(
  "what is no version is no release, and is not put into a command: %j",
  async (version) => {
    await expect(reportOn(version)).rejects.toThrow(/names no release/);
  },
);
