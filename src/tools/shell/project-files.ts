import type { FolderEntry, Workspace } from "../../core/ports/workspace.ts";
import type { ProjectFiles } from "../../engines/checks/check.ts";
import { CHECK_FILES } from "../../engines/checks/detect-checks.ts";
import { PYTHON_TEST_FILE, PYTHON_TEST_FOLDERS } from "../../engines/checks/python-checks.ts";
import { decodeFile } from "../../engines/text/file-text.ts";

const MANIFEST_BYTES_MAX = 1024 * 1024;
const TEST_BYTES_MAX = 64 * 1024;
const TESTS_READ_MAX = 20;

/** What of a folder says which checks it has. @param folder  of the workspace, which must be there */
export async function readProjectFiles(workspace: Workspace, folder: string): Promise<ProjectFiles> {
  const entries = await workspace.list(folder);
  const names = entries.map(({ name }) => name);
  const texts = await textsOf(workspace, folder, { names: CHECK_FILES.filter((name) => names.includes(name)) });
  const folders = entries.filter(({ name, kind }) => kind === "folder" && PYTHON_TEST_FOLDERS.includes(name));
  const below = await Promise.all(
    folders.map(async ({ name }) => {
      const files = filesOf(await workspace.list(`${folder}/${name}`));
      return files.map((file) => `${name}/${file}`);
    }),
  );
  const tests = [...below.flat(), ...filesOf(entries)].filter((path) =>
    PYTHON_TEST_FILE.test(path.split("/").at(-1) ?? ""),
  );
  const pythonTests = await textsOf(workspace, folder, {
    names: tests.sort().slice(0, TESTS_READ_MAX),
    bytesMax: TEST_BYTES_MAX,
  });
  return { texts, names, pythonTests };
}

const filesOf = (entries: readonly FolderEntry[]): readonly string[] =>
  entries.filter(({ kind }) => kind === "file").map(({ name }) => name);

interface Wanted {
  readonly names: readonly string[];
  readonly bytesMax?: number;
}

async function textsOf(
  workspace: Workspace,
  folder: string,
  { names, bytesMax = MANIFEST_BYTES_MAX }: Wanted,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of names) {
    const decoded = decodeFile(await workspace.readBytes(`${folder}/${name}`, { offset: 0, length: bytesMax }));
    if (decoded.kind === "text") texts.set(name, decoded.text);
  }
  return texts;
}
