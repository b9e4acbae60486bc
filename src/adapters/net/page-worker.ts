import { parentPort, workerData } from "node:worker_threads";
import { pageMarkdown } from "./page-markdown.ts";
import type { PageRequest } from "./readable-page.ts";

const { html, url } = workerData as PageRequest;
parentPort?.postMessage(pageMarkdown(html, url));
