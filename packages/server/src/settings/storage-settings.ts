import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { InvalidInputError } from "../core/errors.ts";
import { randomText } from "../core/ids.ts";
import { parseSecretValues, SECRET_LENGTH, type SecretValues } from "../core/secret-values.ts";
import { invalid, readText, type SettingText } from "./values.ts";

export interface StorageSettings {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The same PostgreSQL with sessions of its own, where `databaseUrl` leads to a pooler that shares them. */
  readonly databaseDirectUrl: string | undefined;
  /** The secrets that seal the root keys. They are never logged or shown. */
  readonly secrets: SecretValues;
}

export function parseStorageSettings(
  text: SettingText,
  cwd: string,
  databaseExists: boolean,
): StorageSettings {
  const dataDir = resolve(cwd, text("data_dir") as string);
  const databaseUrl = parseDatabaseUrl(text("database_url") ?? `sqlite:${join(dataDir, "licet.db")}`, cwd);
  const databaseDirectUrl = parseDirectUrl(text("database_direct_url"), databaseUrl);
  if (databaseExists) requireDatabaseFile(databaseUrl, cwd);
  const secrets = findSecrets(text("secret"), text("secret_file"), databaseUrl, dataDir, cwd);
  return { dataDir, databaseUrl, databaseDirectUrl, secrets };
}

/** A mistyped folder would otherwise be answered from a new, empty database. */
function requireDatabaseFile(databaseUrl: string, cwd: string): void {
  if (!databaseUrl.startsWith("sqlite:")) return;
  const file = databaseUrl.slice("sqlite:".length);
  if (existsSync(file)) return;
  const short = relative(cwd, file);
  throw new InvalidInputError(
    `there is no database at ${short.startsWith("..") ? file : short}; name its folder with --data-dir, or begin one with licet serve or licet apply FILE`,
  );
}

function parseDatabaseUrl(text: string, cwd: string): string {
  if (text.startsWith("sqlite:") && text.length > "sqlite:".length) {
    return `sqlite:${resolve(cwd, text.slice("sqlite:".length))}`;
  }
  if (isPostgresUrl(text)) return text;
  throw invalid("database_url", "sqlite:PATH or postgres://user:password@host/database");
}

function parseDirectUrl(text: string | undefined, databaseUrl: string): string | undefined {
  if (text === undefined || (isPostgresUrl(text) && isPostgresUrl(databaseUrl))) return text;
  throw invalid(
    "database_direct_url",
    "postgres://user:password@host/database, and LICET_DATABASE_URL with the same PostgreSQL database behind a pooler",
  );
}

const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);

/** The secret is given or read from a file. For SQLite, it is otherwise generated once in the data folder. */
function findSecrets(
  given: string | undefined,
  file: string | undefined,
  databaseUrl: string,
  dataDir: string,
  cwd: string,
): SecretValues {
  if (given !== undefined && file !== undefined)
    throw invalid("secret", "either LICET_SECRET or LICET_SECRET_FILE");
  if (given !== undefined) return parseSecrets(given);
  if (file !== undefined) return parseSecrets(readText(resolve(cwd, file), "LICET_SECRET_FILE").trim());
  if (databaseUrl.startsWith("sqlite:")) return embeddedSecret(join(dataDir, "secret"), dataDir);
  throw invalid(
    "secret",
    "LICET_SECRET or LICET_SECRET_FILE when the database is PostgreSQL: all nodes share it",
  );
}

function parseSecrets(text: string): SecretValues {
  const secrets = parseSecretValues(text);
  if (secrets === undefined)
    throw invalid("secret", `at least ${SECRET_LENGTH} characters; of several values, one a line, in each`);
  return secrets;
}

function embeddedSecret(path: string, dataDir: string): SecretValues {
  if (existsSync(path)) return parseSecrets(readText(path, "the secret in the data folder").trim());
  createDataFolder(dataDir);
  const secret = randomText(64);
  // With "wx", if two processes start at once, one creates the secret and the other reads it.
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return { values: [secret] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return embeddedSecret(path, dataDir);
    throw new InvalidInputError(`cannot write ${path}: ${(error as Error).message}`);
  }
}

function createDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR")
      throw invalid("data_dir", `the path of a folder; ${dataDir} is, or is in, a file`);
    throw new InvalidInputError(`cannot create the data folder ${dataDir}: ${message}`);
  }
}
