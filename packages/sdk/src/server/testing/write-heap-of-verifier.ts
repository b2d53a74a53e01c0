/** Verifies a token, forgets it, and writes the memory of this process to the file that is the first argument. */
import { writeHeapSnapshot } from "node:v8";
import { createVerifier } from "../create-verifier.ts";
import { AUDIENCE, claimsOf, generateSigningKey, sign, startFakeIssuer } from "./fake-issuer.ts";

const issuer = await startFakeIssuer();
let members = {};
const verifier = createVerifier({
  issuer: issuer.url,
  audience: AUDIENCE,
  introspection: { clientId: "orders-api", clientSecret: "secret", always: true },
  // Node's own fetch holds the body of a request until the time limit of the request has passed.
  fetch: async (input, init) => (init?.method === "POST" ? Response.json(members) : fetch(input, init)),
});

/** A function of its own, so that no variable of this module holds the token. */
async function verifyOne(): Promise<void> {
  const key = await generateSigningKey("first");
  issuer.keys = [key];
  const claims = claimsOf(issuer);
  members = { active: true, token_type: "Bearer", ...claims };
  const token = await sign(key, claims);
  const { valid } = await verifier.verify(token);
  process.stdout.write(JSON.stringify({ valid, token, jti: claims.jti }));
}

await verifyOne();
await issuer.stop();
writeHeapSnapshot(process.argv[2]);
// It is used after the snapshot, so that the snapshot holds all that it remembers.
verifier.lastFailure();
