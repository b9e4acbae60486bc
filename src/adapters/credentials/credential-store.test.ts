import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { credentialFile, maskKey, readCredentials, writeCredential } from "./credential-store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-credentials-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const key = (text: string) => ({ kind: "api-key", key: text, savedAt: "2026-01-01T00:00:00.000Z" }) as const;

test("a key comes back as it was stored, in a file that only its owner can read", () => {
  writeCredential(folder, "openai", key("one"));
  writeCredential(folder, "mistral", key("two"));
  writeCredential(folder, "openai", undefined);
  expect(readCredentials(folder)).toEqual({ mistral: key("two") });
  expect(statSync(credentialFile(folder)).mode & 0o777).toBe(0o600);
});

test("a file that others can read is refused, so that nobody relies on it", () => {
  writeCredential(folder, "openai", key("one"));
  chmodSync(credentialFile(folder), 0o644);
  expect(() => readCredentials(folder)).toThrow(/can be read by others/);
});

test("a link in its place is not followed", () => {
  writeFileSync(join(folder, "elsewhere.json"), "{}", { mode: 0o600 });
  symlinkSync(join(folder, "elsewhere.json"), credentialFile(folder));
  expect(() => readCredentials(folder)).toThrow(/cannot be read \(ELOOP\)/);
});

test("a short key shows nothing of itself", () => {
  expect([maskKey("sk-short"), maskKey("sk-long-enough-1234")]).toEqual(["…", "…1234"]);
});
