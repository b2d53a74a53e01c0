import type { ConditionInputs } from "./conditions/condition.ts";

/** What conditions see of the client that asks. */
export type Caller = NonNullable<ConditionInputs["client"]>;

/** A stored client, as far as conditions see it. */
export interface DescribedClient {
  readonly id: string;
  readonly application: { readonly id: string; readonly type: string; readonly name: string };
}

/** `client` in conditions. */
export const callerOf = ({ id, application }: DescribedClient): Caller => ({
  id,
  application: application.id,
  type: application.type,
  name: application.name,
});
