import { randomUUID } from "node:crypto";
import { bearer } from "../../support/api-client.ts";
import { createBrowser, getCode } from "../../support/sign-in.ts";
import { ALICE, CALLBACK, createRequest, DESK } from "../../support/storefront.ts";
import type { ObservedRequests } from "../support/observed-requests.ts";
import { OPERATOR } from "../support/prepared-storefront.ts";

/** What clients were told, and therefore rely on. */
export interface WriteLedger {
  readonly roles: readonly string[];
  readonly spentCodes: readonly string[];
  /** Refresh tokens that replaced another one. */
  readonly refreshTokens: readonly string[];
  readonly revokedTokens: readonly string[];
}

export interface RunningWrites {
  readonly ledger: WriteLedger;
  /** Resolves when every caller has stopped. */
  stop(): Promise<void>;
}

const ROLE_WRITERS = 3;
type Fields = Readonly<Record<string, string>>;

/** Several callers that write without a pause, and note only what was acknowledged. */
export function startWrites(url: string, requests: ObservedRequests): RunningWrites {
  const roles: string[] = [];
  const spentCodes: string[] = [];
  const refreshTokens: string[] = [];
  const revokedTokens: string[] = [];
  let stopping = false;

  const post = (kind: string, path: string, fields: Fields) =>
    requests.send(kind, url + path, { method: "POST", body: new URLSearchParams(fields) });
  /** The members of an answer, and nothing where it was none. */
  const members = ({ status, body }: { status: number | undefined; body: unknown }) =>
    (status === 200 ? body : {}) as Readonly<Record<string, string>>;
  const issue = async (scope: string) =>
    members(await post("token", "/oidc/token", { grant_type: "client_credentials", scope, ...OPERATOR }))
      .access_token;

  async function writeRoles(): Promise<void> {
    const token = await issue("licet:roles.write");
    while (!stopping && token !== undefined) {
      const name = `role-${randomUUID()}`;
      const { status } = await requests.send("write", `${url}/api/v1/roles`, {
        method: "POST",
        headers: { ...bearer(token), "content-type": "application/json" },
        body: JSON.stringify({ name, grants: [{ permission: "stock:read" }] }),
      });
      if (status === 201) roles.push(name);
    }
  }

  async function spendValues(): Promise<void> {
    const browser = createBrowser(url);
    while (!stopping) {
      const request = createRequest(DESK, { scope: "openid orders:read offline_access" });
      // The browser's requests fail when the power is cut.
      const code = await getCode(browser, request, ALICE).catch(() => undefined);
      if (code === undefined) return;
      const exchanged = members(
        await post("code exchange", "/oidc/token", {
          grant_type: "authorization_code",
          code,
          redirect_uri: CALLBACK,
          ...DESK,
        }),
      );
      if (exchanged.refresh_token === undefined) return;
      spentCodes.push(code);
      const { refresh_token } = members(
        await post("refresh", "/oidc/token", {
          grant_type: "refresh_token",
          refresh_token: exchanged.refresh_token,
          ...DESK,
        }),
      );
      if (refresh_token !== undefined) refreshTokens.push(refresh_token);
    }
  }

  async function revokeTokens(): Promise<void> {
    while (!stopping) {
      const token = await issue("stock:read");
      if (token === undefined) return;
      const { status } = await post("revocation", "/oidc/revoke", { token, ...OPERATOR });
      if (status === 200) revokedTokens.push(token);
    }
  }

  const callers = [...Array.from({ length: ROLE_WRITERS }, () => writeRoles), spendValues, revokeTokens];
  const running = Promise.all(callers.map((caller) => caller()));
  return {
    ledger: { roles, spentCodes, refreshTokens, revokedTokens },
    async stop() {
      stopping = true;
      await running;
    },
  };
}

export const countWrites = ({ roles, spentCodes, refreshTokens, revokedTokens }: WriteLedger): number =>
  roles.length + spentCodes.length + refreshTokens.length + revokedTokens.length;
