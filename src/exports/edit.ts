// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
export { type ApplyEditOptions, type ApplyEditResult, applyEdit } from "../app/session/apply-edit.ts";
