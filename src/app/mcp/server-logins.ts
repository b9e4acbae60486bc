import { hash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readPrivateJson, writePrivateJson } from "../../adapters/credentials/private-file.ts";
import type { LoginRecord, LoginStore } from "../../adapters/mcp/server-login.ts";
import { isObject } from "../../base/is-object.ts";
import { noteSecrets } from "../permissions/obtained-secrets.ts";
import type { Locations } from "../settings/locations.ts";

/** Which login: that of a name at an address, so that another address under the same name gets nothing of it. */
export interface LoginOwner {
  readonly name: string;
  readonly url: string;
}

/** A login beside those at providers: a file of its own that only its owner can read. */
export function loginStore(places: Locations, owner: LoginOwner): LoginStore {
  const file = fileOf(places, owner);
  return {
    read() {
      const value = readPrivateJson(file);
      const record: LoginRecord = isObject(value) ? value : {};
      noteSecrets(record.tokens?.access_token, record.tokens?.refresh_token, record.client?.client_secret);
      return record;
    },
    write: (record) => writePrivateJson(file, record),
  };
}

/** @returns whether there was one */
export function forgetServerLogin(places: Locations, owner: LoginOwner): boolean {
  const had = loginStore(places, owner).read().tokens !== undefined;
  rmSync(fileOf(places, owner), { force: true });
  return had;
}

const fileOf = ({ state }: Locations, { name, url }: LoginOwner): string =>
  join(state, "tokens", `mcp-${name}-${hash("sha256", url).slice(0, 16)}.json`);
