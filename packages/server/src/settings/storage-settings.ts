import { existsSync, mkdirSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { InvalidInputError } from "../core/errors/errors.ts";
import { randomText } from "../core/values/ids.ts";
import { parseSecretValues, SECRET_LENGTH, type SecretValues } from "../core/values/secret-values.ts";
import type { SettingName } from "./definitions.ts";
import { findGiven, type GivenValue } from "./secret-files.ts";
import { invalid, parseFlag, parseOptionalNumber, readText, type SettingText } from "./values.ts";

export interface StorageSettings {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The same PostgreSQL with sessions of its own, where `databaseUrl` leads to a pooler that shares them. */
  readonly databaseDirectUrl: string | undefined;
  /** The most connections of a server to PostgreSQL, with all its workers; undefined where it is not set. */
  readonly databaseConnections: number | undefined;
  /** Whether a start, or a command, migrates the database. */
  readonly autoMigrate: boolean;
  /** The secrets that seal the root keys. They are never logged or shown. */
  readonly secrets: SecretValues;
  /** Where they come from: the settings, a file in the data folder, or this start, which has written that file. */
  readonly secretOrigin: SecretOrigin;
}

/** Which files a command needs. Otherwise it begins a new installation without them. */
export interface ExpectedFiles {
  readonly databaseExists: boolean;
  readonly secretExists: boolean;
}

export type SecretOrigin = "given" | "found" | "generated";
type OriginatedSecrets = Pick<StorageSettings, "secrets" | "secretOrigin">;

export function parseStorageSettings(
  text: SettingText,
  cwd: string,
  { databaseExists, secretExists }: ExpectedFiles,
): StorageSettings {
  const dataDir = resolve(cwd, text("data_dir") as string);
  const databaseUrl = parseDatabaseUrl(
    findGiven("database_url", text, cwd) ?? {
      name: "database_url",
      value: `sqlite:${join(dataDir, "licet.db")}`,
    },
    cwd,
  );
  const databaseDirectUrl = parseDirectUrl(findGiven("database_direct_url", text, cwd), databaseUrl);
  const databaseConnections = parseOptionalNumber("database_connections", text);
  const autoMigrate = parseFlag("auto_migrate", text("auto_migrate"));
  if (databaseExists) requireDatabaseFile(databaseUrl, cwd);
  if (secretExists) requireSecret(text, databaseUrl, dataDir);
  const found = findSecrets(findGiven("secret", text, cwd), databaseUrl, dataDir);
  return { dataDir, databaseUrl, databaseDirectUrl, databaseConnections, autoMigrate, ...found };
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

/** A new secret would open nothing in a database from elsewhere. */
function requireSecret(text: SettingText, databaseUrl: string, dataDir: string): void {
  const file = join(dataDir, "secret");
  const isGiven = text("secret") !== undefined || text("secret_file") !== undefined;
  if (isGiven || !databaseUrl.startsWith("sqlite:") || existsSync(file)) return;
  throw new InvalidInputError(
    `the secret of the backed-up installation is missing: there is no file ${file}. Put it there, or set LICET_SECRET or LICET_SECRET_FILE to its value. Nothing in the backup can be opened without it. Nothing was changed.`,
  );
}

const SQLITE_URL = /^sqlite:(.+)$/s;

function parseDatabaseUrl({ name, value }: GivenValue, cwd: string): string {
  if (value.startsWith("sqlite:") && value.length > "sqlite:".length) {
    const file = resolve(cwd, value.slice("sqlite:".length));
    if (findStats(file)?.isDirectory())
      throw invalid(name, `sqlite: and the path of a file; ${file} is a folder`);
    return `sqlite:${file}`;
  }
  if (isPostgresUrl(value)) return value;
  throw invalid(name, `${holding(name)}sqlite:PATH or postgres://user:password@host/database`);
}

function parseDirectUrl(given: GivenValue | undefined, databaseUrl: string): string | undefined {
  if (given === undefined) return undefined;
  if (isPostgresUrl(given.value) && isPostgresUrl(databaseUrl)) return given.value;
  throw invalid(
    given.name,
    `${holding(given.name)}postgres://user:password@host/database, and LICET_DATABASE_URL with the same PostgreSQL database behind a pooler`,
  );
}

const holding = (name: SettingName): string => (name.endsWith("_file") ? "a file that holds " : "");

const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);

/** The secret is given or read from a file. For SQLite, it is otherwise generated once in the data folder. */
function findSecrets(given: GivenValue | undefined, databaseUrl: string, dataDir: string): OriginatedSecrets {
  if (given !== undefined) return { secrets: parseSecrets(given), secretOrigin: "given" };
  const [, databaseFile] = SQLITE_URL.exec(databaseUrl) ?? [];
  if (databaseFile !== undefined) return embeddedSecret(join(dataDir, "secret"), databaseFile);
  throw invalid(
    "secret",
    "LICET_SECRET or LICET_SECRET_FILE when the database is PostgreSQL: all nodes share it",
  );
}

function parseSecrets({ name, value }: GivenValue): SecretValues {
  const secrets = parseSecretValues(value);
  if (secrets === undefined)
    throw invalid(name, `at least ${SECRET_LENGTH} characters; of several values, one a line, in each`);
  return secrets;
}

/** The secret in the data folder. Only a new database gets a new one: in another, a new secret would open nothing. */
function embeddedSecret(path: string, databaseFile: string): OriginatedSecrets {
  // Before the secret is looked for: of two processes that start at once, each writes the secret before the database.
  const isNew = !holdsData(databaseFile);
  if (existsSync(path)) return { secrets: readEmbeddedSecret(path), secretOrigin: "found" };
  if (!isNew)
    throw new InvalidInputError(
      `the secret of the database ${databaseFile} is missing: there is no file ${path}. Nothing in this database can be opened without it. Restore the file from where you keep the secret, or set LICET_SECRET or LICET_SECRET_FILE to its value. To begin anew instead, move the database away. Nothing was changed.`,
    );
  createDataFolder(dirname(path));
  const secret = randomText(64);
  // With "wx", if two processes start at once, one creates the secret and the other reads it. It is flushed to the
  // disk: after a power failure, a database without its secret would be lost.
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
    return { secrets: { values: [secret] }, secretOrigin: "generated" };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return embeddedSecret(path, databaseFile);
    throw new InvalidInputError(`cannot write ${path}: ${(error as Error).message}`);
  }
}

/** SQLite itself takes an empty file for a new database. */
const holdsData = (databaseFile: string): boolean => (findStats(databaseFile)?.size ?? 0) > 0;

/** Undefined also where the path cannot be followed: what is written there next fails, and says why. */
function findStats(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function readEmbeddedSecret(path: string): SecretValues {
  const secrets = parseSecretValues(readText(path, "the secret in the data folder").trim());
  if (secrets === undefined)
    throw new InvalidInputError(
      `${path} does not hold a secret: it needs at least ${SECRET_LENGTH} characters. Restore it from where you keep the secret. Only if there is no database yet, delete the file, and a start writes a new one.`,
    );
  return secrets;
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
