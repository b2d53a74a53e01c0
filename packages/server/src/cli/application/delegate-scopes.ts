import type { DelegatedScope } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { type ChangedApplication, changeApplication } from "./change-application.ts";

/** Lets an application ask for scopes on behalf of users. A scope that it has already gets the new consent. */
export const delegateScopes = (
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  id: string,
  scopes: readonly string[],
  consent: DelegatedScope["consent"] | undefined,
): Promise<ChangedApplication> =>
  changeApplication(services, id, ({ delegated }) => {
    const wanted = new Set(scopes);
    const kept = delegated.map((each) => (wanted.has(each.scope) && consent ? { ...each, consent } : each));
    const added = [...wanted].filter((scope) => !delegated.some((each) => each.scope === scope));
    return { delegated: [...kept, ...added.map((scope) => ({ scope, consent: consent ?? "required" }))] };
  });

export const undelegateScopes = (
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  id: string,
  scopes: readonly string[],
): Promise<ChangedApplication> =>
  changeApplication(services, id, (application) => {
    const known = application.delegated.map(({ scope }) => scope);
    const unknown = scopes.filter((scope) => !known.includes(scope));
    if (unknown.length > 0) {
      const has = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
      throw new InvalidInputError(`${unknown.join(", ")} is not delegated to ${application.id}; ${has}`);
    }
    return { delegated: application.delegated.filter(({ scope }) => !scopes.includes(scope)) };
  });
