import { isDeepStrictEqual } from "node:util";
import type { Application } from "../../accounts/entities.ts";
import { demoAddresses } from "../../compose.ts";
import type { Services } from "../../services.ts";
import type { Change } from "../../state/change.ts";
import { parseConfigurationFile } from "../../state/file/parse-configuration-file.ts";
import { commitDraft } from "../actions/commit-draft.ts";
import { readDemo } from "./demo.ts";

const SHOP = "shop";
const ACTOR = "demo";

/** What the demo file publishes of the shop. */
export interface PublishedShop {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whom one can sign in as. */
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
}

/**
 * The application that the demo's pages play. Where they are depends on port and base URL, so their addresses are
 * registered at every start, as long as the shop is still the published one.
 */
export async function prepareDemoShop(services: Services): Promise<PublishedShop> {
  const shop = await readDemoShop();
  await commitDraft(services, async () => ({ changes: await draftAddresses(services, shop) }), ACTOR);
  return shop;
}

async function draftAddresses(
  services: Services,
  { clientId: id, clientSecret: secret }: PublishedShop,
): Promise<readonly Change[]> {
  const { storage, settings } = services;
  // What was applied a moment ago must have been heard of.
  await storage.feed.confirm();
  const client = await services.clients.find(id);
  const own = client?.secrets.filter(services.publishedCredentials.isPublishedSecret) ?? [];
  if (!own.some(({ hash }) => services.secrets.matches(secret, hash))) return [];
  const application = await storage.state.find("application", id);
  if (application?.type !== "web") return [];
  const value = withAddresses(application, settings.baseUrl);
  return isDeepStrictEqual(value, application) ? [] : [{ op: "put", kind: "application", value }];
}

function withAddresses(application: Application, baseUrl: string): Application {
  const { home, redirectUri } = demoAddresses(baseUrl);
  const { homePage, redirectUris, postLogoutRedirectUris } = application;
  return {
    ...application,
    redirectUris: withItem(redirectUris, redirectUri),
    postLogoutRedirectUris: withItem(postLogoutRedirectUris, home),
    // The demo's own, where it was before. Anything else is somebody's choice.
    ...(homePage?.endsWith(new URL(home).pathname) && { homePage: home }),
  };
}

const withItem = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list : [...list, item];

async function readDemoShop(): Promise<PublishedShop> {
  const { name, text } = await readDemo();
  const { applications, users } = parseConfigurationFile(text, name).content;
  const shop = applications.find(({ client_id }) => client_id === SHOP);
  return {
    clientId: SHOP,
    clientSecret: shop?.client_secret ?? "",
    accounts: users.map(({ username, password = "" }) => ({ username, password })),
  };
}
