// After an install: the Node that a checkout brings comes with its headers, 67 MB that only builds of native modules read. There are none here.
// Any Node may run this, so it uses nothing young.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const platforms = join("node_modules", "node", "node_modules");
const names = existsSync(platforms) ? readdirSync(platforms) : [];
for (const name of names.filter((one) => one.startsWith("node-")))
  rmSync(join(platforms, name, "include"), { recursive: true, force: true });
