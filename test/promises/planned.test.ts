import { play } from "./play.ts";
import { PROMISES } from "./table.ts";

play(PROMISES.planned);
