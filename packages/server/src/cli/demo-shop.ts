import { isDeepStrictEqual } from "node:util";
import type { Application } from "../accounts/entities.ts";
import { type DemoShop, demoAddresses } from "../compose.ts";
import type { Foundation } from "../foundation.ts";
import type { Change } from "../state/change.ts";
import { parseStateFile } from "../state/parse-state-file.ts";
import { commitDraft } from "./commit-draft.ts";
import { readDemo } from "./demo.ts";

const SHOP = "shop";
const ACTOR = "demo";

/**
 * The application that the demo's pages play. Where they are depends on port and base URL, so their addresses are
 * registered at every start, as long as the shop is still the published one.
 */
export async function prepareDemoShop(foundation: Foundation): Promise<DemoShop> {
  const shop = await readDemoShop();
  await commitDraft(foundation, async () => ({ changes: await draftAddresses(foundation, shop) }), ACTOR);
  return shop;
}

async function draftAddresses(
  foundation: Foundation,
  { clientId: id, clientSecret: secret }: DemoShop,
): Promise<readonly Change[]> {
  const { storage, settings } = foundation;
  // What was applied a moment ago must have been heard of.
  await storage.feed.confirm();
  const client = await foundation.clients.find(id);
  const own = client?.secrets.filter(foundation.publishedCredentials.isPublishedSecret) ?? [];
  if (!own.some(({ hash }) => foundation.secrets.matches(secret, hash))) return [];
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

async function readDemoShop(): Promise<DemoShop> {
  const { name, text } = await readDemo();
  const { applications, users } = parseStateFile(text, name).content;
  const shop = applications.find(({ client_id }) => client_id === SHOP);
  return {
    clientId: SHOP,
    clientSecret: shop?.client_secret ?? "",
    accounts: users.map(({ username, password = "" }) => ({ username, password })),
  };
}
