import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import { describeFileError } from "../../../core/errors/describe-file-error.ts";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import type { TlsFiles } from "../../../settings/settings.ts";
import { CONTEXT_OPTIONS } from "./tls-options.ts";

/** The content of the two files, as PEM. It is never logged. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** A certificate and the private key that belongs to it. */
export interface Certificate extends CertificatePair {
  readonly startsAt: EpochMilliseconds;
  readonly expiresAt: EpochMilliseconds;
}

export async function readCertificatePair(files: TlsFiles): Promise<CertificatePair> {
  const [cert, key] = await Promise.all([
    readPem(files.certificate, "LICET_TLS_CERT"),
    readPem(files.key, "LICET_TLS_KEY"),
  ]);
  return { cert, key };
}

async function readPem(path: string, setting: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new InvalidInputError(`cannot read ${setting} at ${path}: ${describeFileError(error)}`);
  }
}

/** Throws InvalidInputError when TLS is not possible with them. The message quotes neither file. */
export function parseCertificate({ cert, key }: CertificatePair, files: TlsFiles): Certificate {
  const certificate = parseFirst(cert, files);
  if (!certificate.checkPrivateKey(parseKey(key, files)))
    throw new InvalidInputError(
      `the private key in ${files.key} (LICET_TLS_KEY) is not the one of the first certificate in ${files.certificate} (LICET_TLS_CERT): put the certificate of this server first, those of its chain behind it, and its own key into LICET_TLS_KEY`,
    );
  requireUsable({ cert, key }, files);
  return {
    cert,
    key,
    startsAt: certificate.validFromDate.getTime(),
    expiresAt: certificate.validToDate.getTime(),
  };
}

function parseFirst(cert: string, files: TlsFiles): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch {
    throw new InvalidInputError(
      `${files.certificate} (LICET_TLS_CERT) does not begin with a certificate in PEM: expected -----BEGIN CERTIFICATE-----, first the one of this server, then its chain`,
    );
  }
}

function parseKey(key: string, files: TlsFiles): KeyObject {
  // Both forms of an encrypted key say so: that of PKCS #8 in its first line, the older one in its headers.
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(key))
    throw new InvalidInputError(
      `the private key in ${files.key} (LICET_TLS_KEY) is encrypted, and Licet asks for no passphrase: store it without one (openssl pkey -in ENCRYPTED -out KEY), readable by the user of Licet only`,
    );
  try {
    return createPrivateKey(key);
  } catch {
    throw new InvalidInputError(
      `${files.key} (LICET_TLS_KEY) does not hold a private key in PEM: expected -----BEGIN PRIVATE KEY-----`,
    );
  }
}

/** OpenSSL refuses keys that are too short, hashes that are too weak, and a chain that it cannot read. */
function requireUsable(pair: CertificatePair, files: TlsFiles): void {
  try {
    createSecureContext({ ...pair, ...CONTEXT_OPTIONS });
  } catch (error) {
    const { reason, code } = error as { readonly reason?: string; readonly code?: string };
    throw new InvalidInputError(
      `the certificate in ${files.certificate} (LICET_TLS_CERT) cannot be used for TLS: ${reason ?? code ?? "OpenSSL refuses it"}`,
    );
  }
}
