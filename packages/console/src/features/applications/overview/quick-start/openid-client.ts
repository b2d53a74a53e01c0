import { type Example, isPlainHttp } from "./example.ts";

/** How openid-client learns all about Licet. `method`: the code by which the caller proves who it is. */
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
