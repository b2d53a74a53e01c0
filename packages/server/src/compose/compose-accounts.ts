import { createPasswordResets } from "../accounts/passwords/password-resets.ts";
import { createPublishedCredentialsWatch } from "../accounts/published-credentials/published-credentials-watch.ts";
import { createSessions } from "../accounts/sessions.ts";
import { createGuards } from "../directory/guards/create-guards.ts";
import { createCheckResetIssuer } from "../directory/write/check-reset-issuer.ts";
import type { Services } from "../services.ts";
import { createSetup } from "../setup/create-setup.ts";
import type { Monitoring } from "./compose-monitoring.ts";

export type AccountParts = ReturnType<typeof composeAccounts>;

/** Composes sessions and one-time links, which the pages, the protocol and the API share. */
export function composeAccounts(services: Services, { logError }: Pick<Monitoring, "logError">) {
  const { settings, storage, users, clients, clock, factSource } = services;
  const { feed } = storage;
  const sessions = createSessions({
    store: storage.sessions,
    users,
    clock,
    idleSeconds: settings.sessionIdleSeconds,
    absoluteSeconds: settings.sessionSeconds,
    onError: logError("the last use of a session could not be written"),
  });
  const passwordResets = createPasswordResets({
    store: storage.passwordResets,
    users,
    sessions,
    writePassword: services.writePassword,
    mayReset: createCheckResetIssuer({
      ...services,
      store: storage.state,
      feed,
      guards: createGuards({ ...storage, factSource, planner: services.plannerDependencies }),
    }),
    isRefused: services.isRefusedCredential,
    clock,
  });
  const acceptsPublishedCredentials = services.isPrivate
    ? createPublishedCredentialsWatch({ stored: services.publishedCredentials, clients, users, feed })
    : undefined;
  const { hasAdministrator, setupLinks } = createSetup(services);
  return { sessions, passwordResets, hasAdministrator, setupLinks, acceptsPublishedCredentials };
}
