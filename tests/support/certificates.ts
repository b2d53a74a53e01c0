import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/** A certificate for tests with its key. Made here, because a machine may have no openssl. */
export interface TestCertificate {
  /** PEM; the certificate alone, without those that issued it. */
  readonly certificate: string;
  readonly key: KeyObject;
  readonly keyPem: string;
  readonly name: string;
}

export interface CertificateOptions {
  readonly name?: string;
  /** The authority that signs it; by itself if not given. */
  readonly issuer?: TestCertificate;
  readonly isAuthority?: boolean;
  readonly startsAt?: Date;
  readonly expiresAt?: Date;
  readonly rsaBits?: number;
}

const DAY_MILLISECONDS = 86_400_000;

/** RFC 5280 §4.1: for 127.0.0.1 and localhost, valid from yesterday for 90 days. */
export function createCertificate(options: CertificateOptions = {}): TestCertificate {
  const { name = "Licet test", issuer, isAuthority = false, rsaBits } = options;
  const startsAt = options.startsAt ?? new Date(Date.now() - DAY_MILLISECONDS);
  const expiresAt = options.expiresAt ?? new Date(startsAt.getTime() + 90 * DAY_MILLISECONDS);
  const { publicKey, privateKey } =
    rsaBits === undefined
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: rsaBits });
  const signer = issuer?.key ?? privateKey;
  const extensions = isAuthority ? [basicConstraints()] : [subjectAltName()];
  const toSign = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(8)])),
    signatureAlgorithm(signer),
    distinguishedName(issuer?.name ?? name),
    sequence(time(startsAt), time(expiresAt)),
    distinguishedName(name),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = createSign("sha256").update(toSign).sign(signer);
  const bits = tagged(0x03, Buffer.concat([Buffer.from([0]), signature]));
  const der = sequence(toSign, signatureAlgorithm(signer), bits);
  return {
    certificate: toPem("CERTIFICATE", der),
    key: privateKey,
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    name,
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, "hex"));
const octets = (content: Buffer): Buffer => tagged(0x04, content);
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
const NULL = Buffer.from([0x05, 0x00]);

/** GeneralizedTime; RFC 5280 wants UTCTime before 2050, and every reader takes both. */
const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));

/** ecdsa-with-SHA256 or sha256WithRSAEncryption. */
const signatureAlgorithm = (key: KeyObject): Buffer =>
  key.asymmetricKeyType === "ec"
    ? sequence(objectId("2a8648ce3d040302"))
    : sequence(objectId("2a864886f70d01010b"), NULL);

const distinguishedName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(objectId("550403"), tagged(0x0c, Buffer.from(name)))));

const basicConstraints = (): Buffer => sequence(objectId("551d13"), TRUE, octets(sequence(TRUE)));

const subjectAltName = (): Buffer =>
  sequence(
    objectId("551d11"),
    octets(sequence(tagged(0x82, Buffer.from("localhost")), tagged(0x87, Buffer.from([127, 0, 0, 1])))),
  );

const toPem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der
    .toString("base64")
    .match(/.{1,64}/g)
    ?.join("\n")}\n-----END ${label}-----\n`;
