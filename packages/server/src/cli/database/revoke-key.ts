import { InvalidInputError } from "../../core/errors.ts";
import type { CommandContext } from "../command-context.ts";
import { type OutputOptions, print } from "../format/output.ts";
import type { SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

interface RevokeOptions extends SettingOptions, OutputOptions {}

export async function revokeKey(context: CommandContext, kid: string, options: RevokeOptions): Promise<void> {
  const { revoked, signing, maxAge } = await withServices(context, options, async ({ keyRing }) => {
    const revocation = await keyRing.revoke(kid, { name: "cli" });
    if (revocation === undefined)
      throw new InvalidInputError(`there is no signing key ${kid}; see licet keys list`);
    return { ...revocation, maxAge: keyRing.jwksMaxAgeSeconds };
  });
  print(
    context.terminal,
    options,
    {
      revoked: revoked.kid,
      algorithm: revoked.algorithm,
      stage: revoked.stage,
      signing: signing.kid,
      jwks_max_age_seconds: maxAge,
    },
    () => [
      `Revoked ${revoked.kid} (${revoked.algorithm}, ${revoked.stage}). ${signing.kid} signs ${revoked.algorithm} from now on.`,
      "Licet accepts nothing any more that the revoked key signed, on every node within 2 seconds.",
      `Verifiers that cached the JWKS go on accepting it for up to ${maxAge} seconds: restart those that matter.`,
    ],
  );
}
