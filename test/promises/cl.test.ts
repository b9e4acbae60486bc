import { play } from "./play.ts";
import { FOLDER_TOOLS } from "./rows/folder-tools.ts";
import { MODELS_AND_SETTINGS } from "./rows/models-and-settings.ts";

play([
  { name: "models and settings", rows: MODELS_AND_SETTINGS },
  { name: "folder tools", rows: FOLDER_TOOLS },
]);
