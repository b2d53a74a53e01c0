import { useRead } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { type Application, signsUsersIn } from "../application.ts";
import { signInScope } from "./sign-in-scope.ts";

const SHOWN = 3;

/** Returns the scope of the examples: one that this application is granted, if there is one. */
export function useSampleScope(application: Application): string {
  const isService = !signsUsersIn(application.type);
  const held = useRead(
    "POST /list/permissions",
    { body: { subject: `application:${application.client_id}`, limit: SHOWN } },
    { enabled: isService && may("list") },
  );
  if (isService) {
    const permissions = held.data?.body.items.map(({ permission }) => permission) ?? [];
    return permissions.length === 0 ? "orders:read" : permissions.join(" ");
  }
  return signInScope(application.delegated?.map(({ scope }) => scope));
}
