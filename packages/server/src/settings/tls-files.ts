import { resolve } from "node:path";
import { invalid, type SettingText } from "./values.ts";

/** The paths of two PEM files. Only a server reads them: a command needs no private key. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

export function parseTlsFiles(text: SettingText, cwd: string): TlsFiles | undefined {
  const certificate = text("tls_cert");
  const key = text("tls_key");
  if (certificate === undefined && key === undefined) return undefined;
  if (!certificate) throw invalid("tls_cert", "the path of a file, because LICET_TLS_KEY is set");
  if (!key) throw invalid("tls_key", "the path of a file, because LICET_TLS_CERT is set");
  return { certificate: resolve(cwd, certificate), key: resolve(cwd, key) };
}
