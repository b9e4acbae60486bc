import { isObject } from "../../base/is-object.ts";

/** A server of a folder, or one that is given for this time, means that folder. */
export const startingHere = (server: unknown): unknown =>
  isObject(server) && server["command"] !== undefined ? { cwd: ".", ...server } : server;
