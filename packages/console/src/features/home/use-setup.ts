import { useMemo } from "react";
import { useRead } from "../../api/use-api.ts";
import { may } from "../../auth/may.ts";
import { CLIENT_ID } from "../../auth/request-tokens.ts";
import { ADMINISTRATOR_ROLE } from "../../components/access/role.ts";

const STEPS = ["resource", "role", "application", "user", "token", "check"] as const;
export type SetupStep = (typeof STEPS)[number];

export interface Setup {
  /** The steps that this user's permissions can verify, in the order of the setup. */
  readonly steps: readonly { readonly step: SetupStep; readonly done: boolean }[];
  readonly isComplete: boolean;
  /** No token was issued yet, and a resource or an application is still missing. */
  readonly isEmpty: boolean;
}

/** Licet's own API exists in every installation. */
const OWN_RESOURCE = "licet";
/** One call of the statistics accepts 400 days; the clocks of browser and server may differ. */
const STATISTICS_DAYS = 399;

/**
 * Derives the progress of the setup from the existing objects, so that steps are checked off automatically. Asks for
 * nothing while the steps are not `wanted`.
 */
export function useSetup(wanted: boolean): Setup | undefined {
  const since = useMemo(() => new Date(Date.now() - STATISTICS_DAYS * 86_400_000).toISOString(), []);
  const few = { query: { limit: 2 } };
  const resources = useRead("GET /resources", few, { enabled: wanted && may("resources.read") });
  const roles = useRead("GET /roles", few, { enabled: wanted && may("roles.read") });
  const applications = useRead("GET /applications", few, { enabled: wanted && may("applications.read") });
  const users = useRead("GET /users", few, { enabled: wanted && may("users.read") });
  const counted = { query: { name: ["tokens_issued", "checks"], bucket: "total", from: since } } as const;
  const stats = useRead("GET /stats", counted, { enabled: wanted && may("stats.read") });

  const reads = [resources, roles, applications, users, stats];
  if (!wanted || reads.some(({ isLoading }) => isLoading)) return undefined;

  const found: Readonly<Record<SetupStep, boolean | undefined>> = {
    resource: resources.data?.body.items.some(({ name }) => name !== OWN_RESOURCE),
    role: roles.data?.body.items.some(({ name }) => name !== ADMINISTRATOR_ROLE),
    application: applications.data?.body.items.some(({ id }) => id !== CLIENT_ID),
    // The signed-in user is one of the users.
    user: users.data && users.data.body.items.length > 1,
    token: stats.data?.body.items.some(({ name }) => name === "tokens_issued"),
    check: stats.data?.body.items.some(({ name }) => name === "checks"),
  };
  const steps = STEPS.flatMap((step) => {
    const done = found[step];
    return done === undefined ? [] : [{ step, done }];
  });
  return {
    steps,
    isComplete: steps.every(({ done }) => done),
    isEmpty: found.token === false && (found.resource === false || found.application === false),
  };
}
