import { type Application, isPublicType, signsUsersIn } from "../../components/applications/application.ts";
import type { PlaygroundMode, PlaygroundSearch } from "./playground-search.ts";

/** Returns the modes that a client supports. A client that cannot be read may support all of them. */
export function availableModes(
  client: string | undefined,
  application: Application | undefined,
): readonly PlaygroundMode[] {
  if (client?.startsWith("ak_")) return ["dry", "real"];
  if (!application) return ["dry", "real", "sign-in"];
  return [
    "dry",
    // A public client has no secret, and the console has no private key.
    ...(isPublicType(application.type) || usesKey(application) ? [] : (["real"] as const)),
    ...(signsUsersIn(application.type) ? (["sign-in"] as const) : []),
  ];
}

/** The application authenticates with a private key instead of a secret. */
export const usesKey = ({ token_endpoint_auth_method: method }: Application): boolean =>
  method === "private_key_jwt";

/** A link may name a mode that its client does not support. It becomes a dry run, which is always possible. */
export const withAvailableMode = (
  asked: PlaygroundSearch,
  application: Application | undefined,
): PlaygroundSearch => {
  const { mode = "dry", ...rest } = asked;
  return availableModes(asked.client, application).includes(mode) ? asked : rest;
};
