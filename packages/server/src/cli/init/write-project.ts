import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describeFileError } from "../../core/errors/describe-file-error.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";

export interface Project {
  /** A folder with one folder for each framework, and `common` for what all of them have. */
  readonly templates: string;
  readonly framework: string;
  readonly target: string;
  readonly name: string;
  readonly version: string;
}

/** npm leaves a `.gitignore` out of packages, and an `.env` there looks like a secret that was packed by mistake. */
const RENAMED: Readonly<Record<string, string>> = { gitignore: ".gitignore", env: ".env" };
/** These have secrets: only their owner reads them, and `.gitignore` names them. */
const SECRET = /(^|[\\/])(licet\.yaml|\.env)$/;

/** Writes the files of a framework, with new secrets. The folder must be new or empty. */
export async function writeProject(project: Project) {
  const { templates, framework, target } = project;
  await requireEmpty(target);
  const password = randomBytes(9).toString("base64url");
  const values: Readonly<Record<string, string>> = {
    name: packageName(project.name),
    version: project.version,
    password,
    web_secret: createSecret(),
    api_secret: createSecret(),
    reports_secret: createSecret(),
    cookie_secret: createSecret(),
  };
  const files: string[] = [];
  for (const folder of [join(templates, "common"), join(templates, framework)])
    for (const path of await listFiles(folder)) {
      const text = await readFile(join(folder, path), "utf8");
      const file = join(dirname(path), RENAMED[path] ?? path.split(/[\\/]/).at(-1) ?? "");
      await write(join(target, file), fill(text, values));
      files.push(file);
    }
  return { files, password };
}

const createSecret = (): string => randomBytes(32).toString("base64url");

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** What npm takes as the name of a package. */
const packageName = (folder: string): string =>
  folder
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "") || "licet-shop";

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new InvalidInputError(`cannot write to ${folder}: ${describeFileError(error)}`, { cause: error });
  });
  if (found.length > 0)
    throw new InvalidInputError(`${folder} is not empty. Name a new folder, or an empty one.`);
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

async function write(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx", mode: SECRET.test(file) ? 0o600 : 0o644 });
  } catch (error) {
    throw new InvalidInputError(`cannot write ${file}: ${describeFileError(error)}`, { cause: error });
  }
}
