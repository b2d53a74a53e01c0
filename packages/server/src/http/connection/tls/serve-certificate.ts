import type { Server } from "node:https";
import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { Logger } from "../../../observability/log.ts";
import type { TlsFiles } from "../../../settings/settings.ts";
import { type Certificate, parseCertificate, readCertificatePair } from "./certificate.ts";
import { CONTEXT_OPTIONS } from "./tls-options.ts";
import { type CertificateWatch, watchCertificate } from "./watch-certificate.ts";

const LOOK_EVERY_MILLISECONDS = 5_000;

export interface ServeCertificateOptions {
  readonly files: TlsFiles;
  readonly log: Logger | undefined;
  readonly lookEveryMilliseconds?: number | undefined;
  /** The time by which clients judge a certificate: that of the machine. */
  readonly now?: (() => EpochMilliseconds) | undefined;
}

/**
 * Gives the server the certificate in the files, and each one that replaces it there; open connections go on with theirs.
 * Rejects with InvalidInputError when the files cannot be used now.
 */
export async function serveCertificate(
  server: Server,
  { files, log, lookEveryMilliseconds = LOOK_EVERY_MILLISECONDS, now = Date.now }: ServeCertificateOptions,
): Promise<CertificateWatch> {
  const use = ({ cert, key }: Certificate) => server.setSecureContext({ cert, key, ...CONTEXT_OPTIONS });
  const first = parseCertificate(await readCertificatePair(files), files);
  use(first);
  const watch = watchCertificate(files, first, {
    onChange: use,
    log,
    everyMilliseconds: lookEveryMilliseconds,
    now,
  });
  server.once("close", () => void watch.stop());
  return watch;
}
