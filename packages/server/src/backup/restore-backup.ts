import { InvalidInputError } from "../core/errors/errors.ts";
import type { SecretValues } from "../core/values/secret-values.ts";
import { createSecretSeals } from "../tokens/keys/secret-seals.ts";
import { type ArchivedFile, readArchive } from "./archive/read-archive.ts";
import { readManifest } from "./manifest.ts";
import type { Manifest, OnProgress, RestoreResult, RestoreTarget } from "./stores.ts";

export interface RestoredBackup extends RestoreResult {
  readonly manifest: Manifest;
}

/**
 * Reads a backup and makes the database what it says. What can be refused by its first file is refused before the
 * database is opened; everything else before anything in it is replaced.
 */
export async function restoreBackup(
  source: AsyncIterable<Uint8Array>,
  options: {
    readonly engine: Manifest["engine"];
    readonly secrets: SecretValues;
    readonly endAccessTokens: boolean;
    readonly openTarget: (manifest: Manifest) => Promise<RestoreTarget>;
    readonly onProgress: OnProgress;
  },
): Promise<RestoredBackup> {
  const { engine, secrets, endAccessTokens, openTarget, onProgress } = options;
  const files = readArchive(source);
  const first = await files.next();
  if (first.done) throw new InvalidInputError("the backup is empty. Take another backup.");
  const manifest = await readManifest(first.value);
  requireEngine(manifest, engine);
  const seals = createSecretSeals(secrets);
  requireSecret(manifest, seals.opens);
  const target = await openTarget(manifest);
  try {
    const result = await target.restore({
      manifest,
      parts: countingProgress(files, onProgress),
      requireOpenable: (rootKeys) => {
        for (const rootKey of rootKeys) seals.open(rootKey);
      },
      endAccessTokens,
      onProgress,
    });
    return { manifest, ...result };
  } finally {
    await target.close();
  }
}

function requireEngine({ engine }: Manifest, present: Manifest["engine"]): void {
  if (engine === present) return;
  throw new InvalidInputError(
    `the backup is one of ${NAMES[engine]}, and LICET_DATABASE_URL leads to ${NAMES[present]}. A backup can be restored on the same engine only; licet export and licet apply take the configuration from one to the other.`,
  );
}

const NAMES = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** The root keys themselves are opened later. This says early what would be said then. */
function requireSecret({ secretIds }: Manifest, opens: readonly string[]): void {
  const missing = secretIds.filter((id) => !opens.includes(id));
  if (missing.length === 0) return;
  throw new InvalidInputError(
    `the backup needs another value of LICET_SECRET: its keys are sealed under the value with the id ${missing.join(", ")}, and the values given here have ${opens.join(", ")}. Give the value that the backed-up installation had, in LICET_SECRET, LICET_SECRET_FILE or the file secret of the data folder. Nothing was changed.`,
  );
}

async function* countingProgress(
  files: AsyncIterable<ArchivedFile>,
  onProgress: OnProgress,
): AsyncGenerator<ArchivedFile> {
  let done = 0;
  const counted = async function* (content: ArchivedFile["content"]) {
    for await (const chunk of content) {
      done += chunk.length;
      onProgress("reading", done);
      yield chunk;
    }
  };
  for await (const file of files) yield { ...file, content: counted(file.content) };
}
