import { deriveKey } from "./core/derive-key.ts";
import type { Foundation } from "./foundation.ts";
import type { ApiRoute } from "./http/api/api-route.ts";
import { createCheckRoutes } from "./http/api/check-routes.ts";
import { createApiRoutes } from "./http/api/create-api-routes.ts";
import { createManagement } from "./management/create-management.ts";
import type { VerifyBearer } from "./oauth/verify-bearer.ts";
import type { Check } from "./permissions/check.ts";
import { createSealer } from "./tokens/seal.ts";

/** The routes below /api/v1, on their use cases. */
export function composeApi(
  foundation: Foundation,
  parts: { readonly verifyBearer: VerifyBearer; readonly check: Check; readonly stopping: AbortSignal },
): readonly ApiRoute[] {
  const { settings, storage, keyRing, clients, factSource, stateTools, clock } = foundation;
  const { feed, state, directory, permissions, audit, idempotency, changeLog } = storage;
  const management = createManagement({ state, directory, permissions, factSource, feed, tools: stateTools });
  return [
    ...createApiRoutes({
      management,
      state,
      audit,
      keyRing,
      clock,
      cursorKey: deriveKey(settings.secret, "cursors"),
      idempotency: {
        store: idempotency,
        sealer: createSealer(deriveKey(settings.secret, "idempotent answers")),
        fingerprintKey: deriveKey(settings.secret, "idempotent requests"),
      },
    }),
    ...createCheckRoutes({ ...parts, clients, factSource, feed, changeLog, clock }),
  ];
}
