import type { DecodedToken } from "../oidc/decode-token.ts";

export type Outcome =
  /** The issuer answered with an error (RFC 6749 §4.1.2.1, §5.2). */
  | { readonly kind: "error"; readonly error: string; readonly description?: string }
  | {
      readonly kind: "tokens";
      readonly subject: unknown;
      readonly userName: string;
      readonly granted: readonly string[];
      readonly refused: readonly { readonly scope: string; readonly reason?: string | undefined }[];
      /** Only a JWT can be decoded; an opaque token has only its text. */
      readonly accessToken: DecodedToken | { readonly raw: string };
      readonly idToken?: DecodedToken;
      readonly userinfo?: Readonly<Record<string, unknown>>;
      /** The unchanged token response. The page shortens its tokens. */
      readonly tokenResponse: Readonly<Record<string, unknown>>;
      readonly canRefresh: boolean;
    };

export const errorOutcome = ({ error, error_description }: Readonly<Record<string, unknown>>): Outcome => ({
  kind: "error",
  error: typeof error === "string" ? error : "invalid_response",
  ...(typeof error_description === "string" && { description: error_description }),
});

export const findName = (userinfo: Readonly<Record<string, unknown>>): string | undefined =>
  [userinfo.name, userinfo.preferred_username].find((name) => typeof name === "string");

/** Parses a scope parameter into its scopes. Undefined and other values have none. */
export const parseScope = (scope: unknown): readonly string[] =>
  typeof scope === "string" ? scope.split(" ").filter((item) => item !== "") : [];
