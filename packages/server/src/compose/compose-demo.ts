import type { DemoDependencies } from "../http/demo/add-demo.ts";
import { demoAddresses } from "../http/demo/demo-addresses.ts";
import type { DemoShop } from "../http/demo/demo-shop.ts";
import type { Site } from "../http/pages/site.ts";
import type { AuthenticateClient } from "../oauth/authenticate-client.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import type { Services } from "../services.ts";

/** Composes the demo's application. It is usable while its published secret and its redirect URI are registered. */
export function composeDemo(
  { settings, storage }: Services,
  parts: {
    readonly shop: DemoShop;
    readonly site: Site;
    readonly authenticateClient: AuthenticateClient;
  },
): DemoDependencies {
  const { shop, site, authenticateClient } = parts;
  const { clientId, clientSecret: secret, handle } = shop;
  const { redirectUri } = demoAddresses(settings.baseUrl);

  async function isUsable(): Promise<boolean> {
    await storage.feed.confirm();
    try {
      const { application } = await authenticateClient({ method: "client_secret_post", clientId, secret });
      return application.redirectUris.includes(redirectUri);
    } catch (error) {
      if (error instanceof OAuthError) return false;
      throw error;
    }
  }

  return { handle, isUsable, baseUrl: settings.baseUrl, site };
}
