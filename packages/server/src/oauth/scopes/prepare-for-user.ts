import { parseScopeItem } from "@licet/engine/internal/values/scope.ts";
import { type Clock, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Client, User } from "../../accounts/entities.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import { coversAddress, findAnswer } from "../consent.ts";
import type { ConsentStore } from "../stores.ts";
import { prepareUserScopes, type UserScopeQuestion } from "./decide-user-scopes.ts";
import { consentTreatment } from "./delegated-scopes.ts";

/** The scope request that an application would send on behalf of a user. */
export interface AskedForUser {
  readonly client: Client;
  readonly user: User;
  readonly scope: string;
  readonly resources: readonly string[];
  readonly ip?: string;
}

/**
 * The question that the token endpoint would decide if this user came now and said nothing new: what they agreed to
 * before counts, and so does what the application need not ask.
 */
export async function prepareForUser(
  dependencies: {
    readonly factSource: FactSource;
    readonly gather: GatherSubjectFacts;
    readonly consents: Pick<ConsentStore, "find">;
    readonly clock: Clock;
  },
  { client, user, scope, resources, ip }: AskedForUser,
): Promise<UserScopeQuestion> {
  const { factSource, gather, consents, clock } = dependencies;
  const { application, redirects } = client;
  const model = await factSource.model();
  const remembered = await consents.find(user.id, application.id);
  const answers = new Map(
    remembered
      .filter((item) => !isExpired(item.expiresAt, clock.seconds()))
      // At one address at least. Where the application would send them is not part of the question.
      .filter((item) => redirects.some((address) => coversAddress(item, address)))
      .map((item) => [item.scope, item] as const),
  );
  const isImplicit = (item: string): boolean => {
    const read = parseScopeItem(item);
    const permission = read.kind === "permission" ? model.permissions.get(read.permission) : undefined;
    return application.firstParty || consentTreatment(application, item, permission) === "implicit";
  };
  return prepareUserScopes(gather, clock, {
    client,
    userId: user.id,
    scope,
    resources,
    agreed: (item) => findAnswer(answers, item)?.agreed === true || isImplicit(item),
    grantType: "authorization_code",
    authentication: undefined,
    ip,
  });
}
