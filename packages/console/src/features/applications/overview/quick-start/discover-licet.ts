import { type Example, isPlainHttp } from "./example.ts";

/** Configures openid-client through discovery. `method` is the code for client authentication. */
export const discoverLicet = ({ clientId, endpoints }: Example, method: string): string =>
  `const config = await oidc.discovery(
  new URL("${endpoints.issuer}"),
  "${clientId}",
  undefined,
  ${method},${
    isPlainHttp(endpoints.issuer)
      ? "\n  { execute: [oidc.allowInsecureRequests] }, // plain http: this machine only"
      : ""
  }
);`;
