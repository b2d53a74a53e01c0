import { constants } from "node:crypto";

/** How long a client may take until it is known by which keys it speaks. Connections that never get there cost little. */
const HANDSHAKE_TIMEOUT_MILLISECONDS = 10_000;

/** TLS 1.3, and of TLS 1.2 what has forward secrecy and authenticated encryption (Mozilla's "intermediate"). */
const CIPHERS = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
];

/** What a certificate is used with. */
export const CONTEXT_OPTIONS = {
  // RFC 8996: TLS 1.0 and 1.1 must not be used.
  minVersion: "TLSv1.2",
  ciphers: CIPHERS.join(":"),
  // Nobody needs another handshake on an open connection, and each costs the server more than the client.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

export const TLS_OPTIONS = {
  ...CONTEXT_OPTIONS,
  // HTTP/1.1 only: the bounds of connections, pipelining and draining count on one request at a time.
  ALPNProtocols: ["http/1.1"],
  handshakeTimeout: HANDSHAKE_TIMEOUT_MILLISECONDS,
};
