// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
export { checkPath, type PathRefusal, type PathRequest, type PathVerdict } from "../adapters/workspace/path-guard.ts";
