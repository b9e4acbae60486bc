import { hash } from "node:crypto";
import { basename, dirname } from "node:path";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { WorkEnd } from "../../core/batch/work-queue.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import type { Graph } from "../../engines/citadel/model.ts";
import type { DocumentedPage } from "../../engines/citadel/pages/documented-page.ts";
import { makePages } from "../../engines/citadel/pages/make-pages.ts";
import type { EstatePage } from "../../engines/citadel/pages/page.ts";
import { FactBase } from "../../engines/claims/facts.ts";
import { type CodeIndex, openEstate } from "../knowledge/code-estate.ts";
import { writeSkills } from "../knowledge/write-skills.ts";
import { chooseModel } from "../models/choose-model.ts";
import { GUIDE_ID } from "../models/guide-id.ts";
import type { Rooms } from "../rooms.ts";
import { outputPath, type SeenFolder, seenFolder } from "../settings/output-path.ts";
import type { Documented, DocumentRequest } from "./document-request.ts";
import { demandNoSources, demandOwnOutput, htmlFile, type Site, writeHtml, writeMarkdown } from "./site-files.ts";
import { PageWords, type Wording } from "./word-pages.ts";

/** How often pages are made anew because the estate changed meanwhile. */
const ROUNDS_MAX = 3;

/**
 * Makes the pages of an estate and writes them. Pages of facts are there before a model is asked, and a run that is killed is gone
 * on with by the next.
 * @param rooms  of the folder of the estate
 * @throws {UserError} when there is nothing to document, or it cannot be written
 */
export async function documentEstate(rooms: Rooms, request: DocumentRequest): Promise<Documented> {
  const output = checkedOutput(rooms, request);
  // Models are asked for minutes, in which a folder of others may be exchanged for a link.
  const place = seenFolder(request.format === "html" ? dirname(output) : output);
  const index = openEstate(rooms, { cwd: rooms.cwd });
  const { model, notices } = await chooseModel(rooms.settings);
  for (const notice of notices) request.onNotice(notice);
  if (model.id === GUIDE_ID && !rooms.config.offline)
    request.onNotice(
      "there is no language model here, so the pages hold facts alone; `waymark doctor` says what is missing.",
    );
  const words = model.id === GUIDE_ID ? undefined : await PageWords.open(rooms, model, rooms.cwd);
  try {
    return await new EstateWriter(rooms, {
      ...request,
      output,
      place,
      given: request.output,
      index,
      words,
      model,
    }).run();
  } finally {
    await words?.close();
    await model.close?.();
  }
}

function checkedOutput(rooms: Rooms, { output, format, isForced, readersFolder }: DocumentRequest): string {
  const place = outputPath(outputPath(output ?? "waymark-docs", rooms.cwd), readersFolder);
  if (format === "skills") return place;
  const checked = format === "html" ? outputPath(htmlFile(place), rooms.cwd) : place;
  if (!isForced) demandOwnOutput(checked, format);
  return checked;
}

interface WriterParts extends DocumentRequest {
  readonly output: string;
  /** All that is written goes there. */
  readonly place: SeenFolder;
  /** Where it was asked to be written. */
  readonly given: string | undefined;
  readonly index: CodeIndex;
  readonly words: PageWords | undefined;
  readonly model: ModelClient;
}

/** The estate at one moment. */
interface Snapshot extends Wording {
  readonly graph: Graph;
  readonly sha256: string;
}

class EstateWriter {
  readonly #rooms: Rooms;
  readonly #parts: WriterParts;

  constructor(rooms: Rooms, parts: WriterParts) {
    this.#rooms = rooms;
    this.#parts = parts;
  }

  async run(): Promise<Documented> {
    const { format, output } = this.#parts;
    let snapshot = await this.#look();
    const files = snapshot.graph.files.map(({ path }) => path);
    if (format === "markdown") demandNoSources(output, this.#rooms.cwd, files);
    let written = await this.#write(snapshot);
    let stopped: string | undefined;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      stopped = await this.#ask(snapshot);
      const next = await this.#lookAgain(snapshot);
      const isStill = next.sha256 === snapshot.sha256;
      if (!isStill) this.#parts.onNotice("the estate has changed meanwhile; what depends on it is made anew.");
      snapshot = next;
      if (!isStill || this.#parts.words) written = sum(written, await this.#write(snapshot));
      if (isStill || stopped !== undefined) break;
    }
    return { ...written, stopped };
  }

  /** What was seen is still so where no file was read anew; files that we wrote ourselves are, and change nothing. */
  async #lookAgain(before: Snapshot): Promise<Snapshot> {
    const { index, signal } = this.#parts;
    const { parsed, gone } = await index.sync({ signal });
    return parsed === 0 && gone === 0 ? before : this.#look();
  }

  async #look(): Promise<Snapshot> {
    const { index, signal, progress, name } = this.#parts;
    const { cwd } = this.#rooms;
    const graph = await index.graph({ signal, progress });
    const { estate, textOf } = await index.parts({ signal, progress });
    if (graph.nodes.length === 0)
      throw new UserError(phrase`${cwd} has no code that Citadel reads; name another folder.`, EXIT.badInput);
    const pages = makePages(estate, textOf, name ?? basename(cwd));
    return {
      graph,
      pages,
      facts: new FactBase(graph, textOf),
      hashes: new Map(pages.map((page) => [page.path, factsHash(page)])),
      sha256: hash("sha256", JSON.stringify(graph.files.map(({ path, sha256 }) => [path, sha256]).sort())),
    };
  }

  async #ask(snapshot: Snapshot): Promise<string | undefined> {
    const { words, signal, costUsdMax, model, onNotice } = this.#parts;
    if (!words) return undefined;
    onNotice(`asking ${model.id} for sentences about pages that have none yet.`);
    const end: WorkEnd = await words.ask(snapshot, { signal, costUsdMax });
    if (end.kind === "cancelled") return "it was cancelled; the same command goes on from here";
    return end.kind === "drained" ? undefined : end.why;
  }

  async #write({ pages, facts, hashes, sha256, graph }: Snapshot): Promise<Omit<Documented, "stopped">> {
    const { words, output, place, given, format, name, readersFolder, isForced } = this.#parts;
    const { cwd } = this.#rooms;
    const said = (await words?.sentences({ pages, facts, hashes })) ?? new Map<string, never>();
    const documented = pages.map(
      (page): DocumentedPage => ({
        page,
        factsSha256: hashes.get(page.path) ?? "",
        sentences: [],
        ...said.get(page.path),
      }),
    );
    const sentences = documented.flatMap((page) => page.sentences);
    const verified = sentences.filter(({ kind }) => kind === "verified").length;
    const counts = {
      pages: pages.length,
      verified,
      unverified: sentences.length - verified,
      wordless: documented.filter(({ trouble }) => trouble !== undefined).length,
    };
    if (format === "skills") {
      const bySubject = new Map(documented.map(({ page, sentences: own }) => [page.subject, own]));
      const { folder, skills } = await writeSkills(
        { cwd: readersFolder, places: this.#rooms.places },
        {
          root: cwd,
          force: isForced,
          graph,
          sentencesOf: (id) => (bySubject.get(id) ?? []).filter(({ kind }) => kind === "verified"),
          ...(name === undefined ? {} : { systemName: name }),
          ...(given === undefined ? {} : { outputDir: place }),
        },
      );
      return { ...counts, output: folder, made: skills, unchanged: 0, removed: 0 };
    }
    const site: Site = { name: name ?? basename(cwd), root: cwd, estateSha256: sha256, pages: documented };
    return { ...counts, output, ...(format === "html" ? writeHtml(output, place, site) : writeMarkdown(place, site)) };
  }
}

const factsHash = (page: EstatePage): string => hash("sha256", JSON.stringify(page));

/** What both writes of a run did to files: the second one is what is there. */
function sum(first: Omit<Documented, "stopped">, second: Omit<Documented, "stopped">): Omit<Documented, "stopped"> {
  const made = Math.min(second.pages, first.made + second.made);
  return {
    ...second,
    made,
    unchanged: Math.max(0, second.made + second.unchanged - made),
    removed: first.removed + second.removed,
  };
}
