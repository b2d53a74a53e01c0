const encode = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

/** RFC 6749 §2.3.1: both halves form-encoded, joined, in base64. */
export const basic = (clientId: string, secret: string): { readonly authorization: string } =>
  basicUnencoded(`${encode(clientId)}:${encode(secret)}`);

/** The pair as it is, without the form encoding that RFC 6749 §2.3.1 requires. */
export const basicUnencoded = (pair: string | Uint8Array): { readonly authorization: string } => ({
  authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
});
