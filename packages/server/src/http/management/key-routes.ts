import { SIGNING_ALGORITHMS } from "@licet/engine/internal/values/algorithms.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import type { KeyRing, KeySummary } from "../../tokens/keys/key-ring.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import type { RecordCall } from "../json/record-call.ts";
import { list, time } from "../json/wire-values.ts";

const key = z
  .strictObject({
    kid: z.string(),
    algorithm: z.enum(SIGNING_ALGORITHMS),
    stage: z.string(),
    created_at: time,
    activates_at: time,
    stops_signing_at: time.optional(),
    gone_at: time.optional(),
  })
  .meta({ title: "SigningKey" });
const keyList = list("SigningKeyList", key);
const rotation = z.strictObject({ added: z.boolean(), key }).meta({ title: "KeyRotation" });
const tag = "keys";

/**
 * The signing keys. No route deletes a key: a key that signed a live token must stay until that token expires.
 * Immediate removal invalidates every token that the key signed, so it needs the command line: `licet keys revoke`.
 */
export function createKeyRoutes(dependencies: {
  readonly keyRing: Pick<KeyRing, "list" | "rotate">;
  readonly record: RecordCall;
  readonly clock: Clock;
}): readonly ApiRoute[] {
  const { keyRing, record, clock } = dependencies;
  return [
    apiRoute({
      operation: "listKeys",
      method: "GET",
      path: "/keys",
      permission: "licet:keys.read",
      tag,
      summary: "List the signing keys with their stages",
      answers: { 200: { description: "Without key material", schema: keyList } },
      handle: async () => ({
        status: 200,
        body: { items: keyRing.list(clock.milliseconds()).map(writeKey) },
      }),
    }),
    apiRoute({
      operation: "rotateKeys",
      method: "POST",
      path: "/keys:rotate",
      permission: "licet:keys.write",
      tag,
      summary: "Add a signing key that takes over once every verifier can know it",
      body: z
        .strictObject({ algorithm: z.enum(SIGNING_ALGORITHMS).default("ES256") })
        .meta({ title: "KeyRotationRequest" })
        .prefault({}),
      answers: {
        200: {
          description: "`added` is false when another node made one at the same moment",
          schema: rotation,
        },
      },
      async handle(call) {
        const { added, key: made } = await keyRing.rotate(call.body.algorithm);
        // The event of the new key names Licet as its actor; this event names the caller.
        await record(call, { type: "key.rotated", target: `key:${made.kid}`, data: { added } });
        return { status: 200, body: { added, key: writeKey(made) } };
      },
    }),
  ];
}

const writeKey = ({ kid, algorithm, stage, createdAt, activatesAt, stopsSigningAt, goneAt }: KeySummary) => ({
  kid,
  algorithm,
  stage,
  created_at: new Date(createdAt).toISOString(),
  activates_at: new Date(activatesAt).toISOString(),
  ...(stopsSigningAt !== undefined && { stops_signing_at: new Date(stopsSigningAt).toISOString() }),
  ...(goneAt !== undefined && { gone_at: new Date(goneAt).toISOString() }),
});
