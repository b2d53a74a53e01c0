import { createHmac } from "node:crypto";
import type { Services } from "../../services.ts";
import { readVersion } from "../../version.ts";
import type { NamedText } from "../options/read-input.ts";

type Parts = Pick<Services, "deriveKey" | "isPrivate" | "restoredAt" | "settings" | "storage">;

/** The fact about the installation that names the last file of a start: what it was, and the revision after it. */
const APPLIED_FILE = "applied_file";

interface AppliedFile {
  readonly fingerprint: string;
  readonly revision: number;
}

/**
 * The revision since which neither the file nor anything stored has changed; undefined when the file has to be applied.
 * Every commit counts, whatever it changed: the file may say otherwise.
 */
export async function findUnchangedSince(services: Parts, { text }: NamedText): Promise<number | undefined> {
  const recorded = await services.storage.meta.find(APPLIED_FILE);
  if (recorded === undefined) return undefined;
  const { fingerprint, revision } = JSON.parse(recorded) as AppliedFile;
  if (fingerprint !== fingerprintOf(services, text)) return undefined;
  return (await services.storage.state.revision()) === revision ? revision : undefined;
}

export async function recordAppliedFile(
  services: Parts,
  { text }: NamedText,
  revision: number,
): Promise<void> {
  const applied: AppliedFile = { fingerprint: fingerprintOf(services, text), revision };
  await services.storage.meta.set(APPLIED_FILE, JSON.stringify(applied));
}

/**
 * Of everything that the plan depends on, beside the stored state: the file, the version of the planner, and settings.
 * After a restored backup, the same revision may mean another state. Keyed, because a file may have passwords that a
 * reader of the database could guess.
 */
function fingerprintOf({ deriveKey, isPrivate, restoredAt = 0, settings }: Parts, text: string): string {
  const planned = {
    version: readVersion(),
    isPrivate,
    restoredAt,
    outboundPrivate: settings.outboundPrivate,
  };
  return createHmac("sha256", deriveKey("applied files"))
    .update(JSON.stringify(planned))
    .update(text)
    .digest("base64url");
}
