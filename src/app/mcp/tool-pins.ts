import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import type { ServerTool } from "../../adapters/mcp/connect-server.ts";
import { isObject } from "../../base/is-object.ts";

import { writeFileWhole } from "../settings/write-file-whole.ts";
import type { ServerSettings } from "./server-settings.ts";

/** Of one server. What it brings beyond is left out, as nothing is known of it: to forget others would be a way to change them. */
const PINS_MAX = 1000;

type Pins = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * What each tool said of itself when it was first offered. A server whose tools say other things later may mean other things:
 * such a tool is not offered until a person has seen what it says now.
 */
export class ToolPins {
  readonly #file: string;

  /** @param stateFolder  where the list is kept, as `mcp-tools.json` */
  constructor(stateFolder: string) {
    makeFolder(stateFolder, { mode: 0o700 });
    this.#file = join(stateFolder, "mcp-tools.json");
  }

  /** New tools are pinned, as long as there is room. @returns those that are not what they were, or have no pin */
  changed(server: string, settings: ServerSettings, tools: readonly ServerTool[]): readonly ServerTool[] {
    const key = keyOf(server, settings);
    const all = this.#read();
    const known = all[key] ?? {};
    const room = Math.max(0, PINS_MAX - Object.keys(known).length);
    const fresh = tools.filter(({ name }) => !Object.hasOwn(known, name)).slice(0, room);
    const pins = { ...known, ...pinsOf(fresh) };
    if (fresh.length > 0) this.#write({ ...all, [key]: pins });
    return tools.filter((tool) => !Object.hasOwn(pins, tool.name) || pins[tool.name] !== pinOf(tool));
  }

  /** They are what a person has seen. */
  accept(server: string, settings: ServerSettings, tools: readonly ServerTool[]): void {
    this.#write({ ...this.#read(), [keyOf(server, settings)]: pinsOf(tools.slice(0, PINS_MAX)) });
  }

  #read(): Pins {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      return isObject(value) ? (value as Pins) : {};
    } catch {
      // Without a readable list every tool is new.
      return {};
    }
  }

  #write(pins: Pins): void {
    writeFileWhole(this.#file, `${JSON.stringify(pins, undefined, 2)}\n`);
  }
}

/** Another program or address under the same name is another server. */
const keyOf = (server: string, { command, args, url }: ServerSettings): string =>
  `${server} ${hash("sha256", JSON.stringify([command, args, url])).slice(0, 16)}`;

const pinsOf = (tools: readonly ServerTool[]): Readonly<Record<string, string>> =>
  Object.fromEntries(tools.map((tool) => [tool.name, pinOf(tool)]));

const pinOf = ({ description, schema }: ServerTool): string => hash("sha256", JSON.stringify([description, schema]));
