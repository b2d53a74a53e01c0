import type { Secret } from "../../accounts/entities.ts";
import { secretHint } from "../../accounts/secret.ts";
import { generateId } from "../../core/ids.ts";
import type { Services } from "../../services.ts";

/** Creates the stored form of a secret: its hash, and its last four characters, by which users recognise it. */
export const createSecret = (
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
