// biome-ignore-all lint/performance/noBarrelFile: the one door from the frontends, which know no adapters, to this reader.
export { readGivenFile } from "../../adapters/given-file.ts";
