import type { Change } from "../../../packages/server/src/directory/change.ts";
import { GRANTED, REFUSED, RESOURCE } from "../population.ts";

export const CLERK = "clerk";

/** One resource and one role. The refused scope exists, but no principal holds it: the usual refusal. */
export function ordersModelChanges(): Change[] {
  const actions = [...GRANTED, REFUSED].map((permission) => permission.slice(RESOURCE.name.length + 1));
  return [
    {
      op: "put",
      kind: "resource",
      value: {
        ...RESOURCE,
        signingAlgorithm: "ES256",
        accessTokenType: "at+jwt",
        actions: Object.fromEntries(actions.map((action) => [action, { description: { en: action } }])),
      },
    },
    {
      op: "put",
      kind: "role",
      value: { name: CLERK, inherits: [], grants: GRANTED.map((permission) => ({ permission })) },
    },
  ];
}
