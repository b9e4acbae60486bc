import type { Dirent } from "node:fs";
import { isProtectedName, isProtectedPair } from "../../../engines/paths/protected-names.ts";

/** Folders of what others made, where such names are data. */
export const FOREIGN = new Set(
  "node_modules target dist build out vendor venv .venv __pycache__ site-packages .cache .tox".split(" "),
);

/** @param parent  the name of the folder that it lies in */
export const isLookedInto = (parent: string, entry: Dirent): boolean =>
  entry.isDirectory() || entry.name === ".git" || isProtectedName(entry.name) || isProtectedPair(parent, entry.name);
