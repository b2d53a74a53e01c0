import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { createCertificate } from "../../../../../../tests/support/certificates.ts";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import { parseCertificate, readCertificatePair } from "./certificate.ts";

const FILES = { certificate: "/etc/licet/tls.crt", key: "/etc/licet/tls.key" };
const own = createCertificate({ expiresAt: new Date("2040-02-03T04:05:06Z") });
const other = createCertificate();

const messageOf = (cert: string, key: string): string => {
  try {
    parseCertificate({ cert, key }, FILES);
  } catch (error) {
    assert.ok(error instanceof InvalidInputError);
    return error.message;
  }
  return "no error";
};

test("a certificate and its key are a pair, with the time at which it expires", () => {
  const { expiresAt } = parseCertificate({ cert: own.certificate, key: own.keyPem }, FILES);
  assert.equal(new Date(expiresAt).toISOString(), "2040-02-03T04:05:06.000Z");
});

test("keys of RSA, and certificate and key in one file, work as well", () => {
  const rsa = createCertificate({ rsaBits: 2048 });
  const both = rsa.keyPem + rsa.certificate;
  assert.ok(parseCertificate({ cert: both, key: both }, FILES).expiresAt > Date.now());
});

test("an encrypted key is refused in both of its forms", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const passphrase = "open sesame";
  const pkcs8 = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase });
  const pkcs1 = privateKey.export({ type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase });
  for (const key of [pkcs8, pkcs1])
    assert.match(
      messageOf(own.certificate, String(key)),
      /tls\.key \(LICET_TLS_KEY\) is encrypted, and Licet asks/,
    );
});

test("what does not fit is refused with a sentence that quotes neither file", () => {
  const chain = createCertificate({ isAuthority: true }).certificate + own.certificate;
  const short = createCertificate({ rsaBits: 1024 });
  const broken = own.keyPem.replace(/[^-\n]{20}\n/, "\n");
  const cases: readonly (readonly [cert: string, key: string, expected: RegExp])[] = [
    [
      own.certificate,
      other.keyPem,
      /is not the one of the first certificate in .*tls\.crt \(LICET_TLS_CERT\)/,
    ],
    [chain, own.keyPem, /put the certificate of this server first/],
    ["", own.keyPem, /LICET_TLS_CERT\) does not begin with a certificate in PEM/],
    [own.keyPem, own.keyPem, /does not begin with a certificate in PEM/],
    [own.certificate, "", /LICET_TLS_KEY\) does not hold a private key in PEM/],
    [own.certificate, broken, /does not hold a private key in PEM/],
    [own.certificate, own.certificate, /does not hold a private key in PEM/],
    [short.certificate, short.keyPem, /cannot be used for TLS: ee key too small/],
  ];
  for (const [cert, key, expected] of cases) {
    const message = messageOf(cert, key);
    assert.match(message, expected);
    for (const line of key.split("\n").filter((each) => each.length > 20 && !each.startsWith("-")))
      assert.ok(!message.includes(line), "the message holds a line of the key");
  }
});

test("a file that cannot be read is named with its setting", async () => {
  await assert.rejects(
    readCertificatePair({ certificate: "/nowhere/tls.crt", key: "/nowhere/tls.key" }),
    /cannot read LICET_TLS_(CERT|KEY) at \/nowhere\/tls\.(crt|key): there is no such file/,
  );
});
