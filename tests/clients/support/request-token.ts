import type { Scene } from "./scene.ts";

/** An access token of the machine. */
export async function requestToken({ issuer, machine }: Scene, scope: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: "client_credentials", scope, ...machine });
  const response = await fetch(`${issuer}/oidc/token`, { method: "POST", body });
  const { access_token } = (await response.json()) as { readonly access_token?: string };
  if (access_token === undefined) throw new Error(`no token: ${response.status}`);
  return access_token;
}
