import { isDeepStrictEqual } from "node:util";
import type { Application } from "../../accounts/entities.ts";
import { demoAddresses } from "../../compose/create-server.ts";
import type { Change } from "../../directory/change.ts";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
import type { Services } from "../../services.ts";
import { commitDraft } from "../operator.ts";
import { readDemo } from "./demo.ts";
import { isDemoAddress } from "./is-demo-address.ts";

const SHOP = "shop";
const ACTOR = "demo";

/** The credentials of the shop that the demo file publishes. */
export interface PublishedShop {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The users that can sign in. */
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
}

/**
 * Prepares the application of the demo's pages. Their addresses depend on the port and the base URL, so every start
 * registers them, as long as the shop still has its published secret.
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
  // The caches must contain the demo file that was just applied.
  await storage.feed.confirm();
  const client = await services.clients.find(id);
  const own = client?.secrets.filter(services.publishedCredentials.isPublishedSecret) ?? [];
  if (!own.some(({ hash }) => services.secrets.matches(secret, hash))) return [];
  const application = await storage.state.find("application", id);
  if (application?.type !== "web") return [];
  const value = withAddresses(application, settings.baseUrl);
  return isDeepStrictEqual(value, application) ? [] : [{ op: "put", kind: "application", value }];
}

/** The console and its examples show the first address, so those of another port must not stay in its place. */
function withAddresses(application: Application, baseUrl: string): Application {
  const { home, redirectUri } = demoAddresses(baseUrl);
  const { homePage, redirectUris, postLogoutRedirectUris } = application;
  return {
    ...application,
    redirectUris: moveTo(redirectUri, redirectUris),
    postLogoutRedirectUris: moveTo(home, postLogoutRedirectUris),
    // A user chose any other home page.
    ...(homePage !== undefined && isDemoAddress(homePage) && { homePage: home }),
  };
}

/** The address of the demo comes first, instead of those of the ports where it ran before. */
const moveTo = (address: string, list: readonly string[]): readonly string[] => [
  address,
  ...list.filter((item) => item !== address && !isDemoAddress(item)),
];

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
