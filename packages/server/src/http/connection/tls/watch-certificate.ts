import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import { startPeriodic } from "../../../core/time/periodic.ts";
import type { Logger } from "../../../observability/log.ts";
import type { TlsFiles } from "../../../settings/settings.ts";
import {
  type Certificate,
  type CertificatePair,
  parseCertificate,
  readCertificatePair,
} from "./certificate.ts";

const DAY_MILLISECONDS = 86_400_000;
/** A fifth of its life, and two weeks at most: whoever renews certificates by a program has done it before. */
const WARN_AT_MOST_MILLISECONDS = 14 * DAY_MILLISECONDS;
const WARN_FRACTION = 1 / 5;

export interface CertificateWatch {
  readonly current: Certificate;
  /** Looks at the files now. For tests: nothing in a running server calls it. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Reads the two files every few seconds, and uses the pair in them when it has changed. The content is compared, and not
 * the times of the files: a rename, another target of a symbolic link and a network file system all look the same here.
 *
 * The files are written one after the other, so a pair that does not fit is looked at a second time before the log says
 * so. The pair in use stays until there is a better one.
 */
export function watchCertificate(
  files: TlsFiles,
  first: Certificate,
  options: {
    readonly onChange: (certificate: Certificate) => void;
    readonly log: Pick<Logger, "info" | "warn" | "error"> | undefined;
    readonly everyMilliseconds: number;
    readonly now: () => EpochMilliseconds;
  },
): CertificateWatch {
  const { onChange, log, everyMilliseconds, now } = options;
  let current = first;
  /** The problem of the last look, and whether the log has it. */
  let problem: { readonly reason: string; isLogged: boolean } | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const found = await findNewer();
    if (found !== undefined) {
      current = found;
      onChange(found);
      warnedAt = Number.NEGATIVE_INFINITY;
      log?.info(
        { expires: writeTime(found.expiresAt) },
        "the TLS certificate was replaced by the one in its file",
      );
    }
    warnOfExpiry();
  }

  async function findNewer(): Promise<Certificate | undefined> {
    try {
      const pair = await readCertificatePair(files);
      const newer = isSame(pair, current) ? undefined : requireLive(parseCertificate(pair, files));
      problem = undefined;
      return newer;
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      reportProblem(error.message);
      return undefined;
    }
  }

  function requireLive(certificate: Certificate): Certificate {
    if (certificate.expiresAt > now() || current.expiresAt <= now()) return certificate;
    throw new InvalidInputError(`the certificate in ${files.certificate} (LICET_TLS_CERT) has expired`);
  }

  function reportProblem(reason: string): void {
    if (problem?.reason !== reason) {
      problem = { reason, isLogged: false };
      return;
    }
    if (problem.isLogged) return;
    problem.isLogged = true;
    log?.warn(
      { reason },
      "the files of the TLS certificate cannot be used; the certificate from before stays in use",
    );
  }

  function warnOfExpiry(): void {
    const { startsAt, expiresAt } = current;
    const lead = Math.min(WARN_AT_MOST_MILLISECONDS, (expiresAt - startsAt) * WARN_FRACTION);
    if (now() < expiresAt - lead || now() < warnedAt + DAY_MILLISECONDS) return;
    warnedAt = now();
    const expires = writeTime(expiresAt);
    if (now() < expiresAt)
      log?.warn(
        { expires },
        "the TLS certificate expires soon; replace its files, and it is used without a restart",
      );
    else log?.error({ expires }, "the TLS certificate has expired, and clients refuse it; replace its files");
  }

  warnOfExpiry();
  const looking = startPeriodic({
    everyMilliseconds,
    job: look,
    onError: (error) => log?.error({ err: error }, "the files of the TLS certificate could not be looked at"),
  });
  return {
    get current() {
      return current;
    },
    look: looking.run,
    stop: looking.stop,
  };
}

const isSame = (a: CertificatePair, b: CertificatePair): boolean => a.cert === b.cert && a.key === b.key;

const writeTime = (time: EpochMilliseconds): string => new Date(time).toISOString();
