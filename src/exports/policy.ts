export { checkPath, type PathRefusal, type PathRequest, type PathVerdict } from "../adapters/workspace/path-guard.ts";
