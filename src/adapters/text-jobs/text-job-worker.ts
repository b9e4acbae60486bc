import { parentPort, workerData } from "node:worker_threads";
import { buffersIn, type TextJob, textJob } from "./text-jobs.ts";

const answer = await textJob(workerData as TextJob);
parentPort?.postMessage(answer, buffersIn(answer));
