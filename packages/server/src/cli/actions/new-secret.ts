import type { Secret } from "../../accounts/entities.ts";
import { secretHint } from "../../accounts/secret.ts";
import { generateId } from "../../core/ids.ts";
import type { Services } from "../../services.ts";

/** A secret as it is stored: only its hash, and four characters to know it by. */
export const newSecret = (
  { secrets, clock }: Pick<Services, "clock" | "secrets">,
  owner: string,
  secret: string,
): Secret => ({
  id: generateId("secret"),
  owner,
  hash: secrets.hash(secret),
  hint: secretHint(secret),
  createdAt: clock.seconds(),
});
