import type { BrowserPages } from "./http/browser/add-pages.ts";
import type { DemoDependencies } from "./http/demo/add-demo.ts";
import { demoAddresses } from "./http/demo/demo-addresses.ts";
import type { DemoShop } from "./http/demo/demo-shop.ts";
import { createReasonsFor } from "./http/demo/reasons-for.ts";
import type { AuthenticateClient } from "./oauth/authenticate-client.ts";
import { OAuthError } from "./oauth/oauth-error.ts";
import type { GatherSubjectFacts } from "./permissions/subject-facts.ts";
import type { Services } from "./services.ts";

/** The demo's application: of Licet it knows the endpoints, and beside them only why something was refused. */
export function composeDemo(
  { settings, storage, clients, users, factSource, clock }: Services,
  parts: {
    readonly shop: DemoShop;
    readonly pages: BrowserPages;
    readonly gather: GatherSubjectFacts;
    readonly authenticateClient: AuthenticateClient;
  },
): DemoDependencies {
  const { shop, pages, gather, authenticateClient } = parts;
  const { clientId, clientSecret: secret } = shop;
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

  return {
    shop,
    isUsable,
    reasonsFor: createReasonsFor({
      clientId,
      clients,
      users,
      factSource,
      gather,
      consents: storage.consents,
      clock,
    }),
    baseUrl: settings.baseUrl,
    site: pages.site,
    csrf: pages.csrf,
    forms: pages.forms,
    model: pages.model,
    clock,
  };
}
