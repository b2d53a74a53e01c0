/**
 * Every secret, key and password that Licet's examples and documentation print. They are public, so they prove nothing
 * where others can reach the server. A value is never removed from this list: a published value stays known, also
 * after the examples have changed. A test checks that no published value is missing.
 */
const PUBLISHED_SECRETS: readonly string[] = [
  // examples/demo.yaml
  "demo-reports-secret-not-for-production",
  "demo-access-key-secret-not-for-production",
  "demo-orders-api-secret-not-for-production",
  "demo-shop-secret-not-for-production",
  "demo-admin-secret-not-for-production",
  // examples/authzen-todo.yaml
  "todo-gateway-secret-that-everybody-knows",
  // docs/guides
  "only-an-example-of-a-client-secret",
  "only-an-example-of-a-secret-not-for-production",
  "reports-secret-reports-secret-reports",
  "month-end-secret-month-end-secret",
  "asker-example-secret-not-for-production",
  // docs/move
  "only-an-example-of-the-secret-of-reports",
  "fedcba9876543210fedcba9876543210",
  // docs/tutorial.md
  "tutorial-reports-secret-not-for-production",
  "tutorial-api-secret-not-for-production",
  "tutorial-shop-secret-not-for-production",
];

/** Users of the examples and the documentation, with the password that stands beside their name. */
export const PUBLISHED_ACCOUNTS: readonly { readonly username: string; readonly password: string }[] = [
  { username: "alice", password: "alice-demo-password" },
  { username: "bob", password: "bob-demo-password" },
  { username: "ada", password: "ada-demo-password" },
  { username: "alice", password: "alice-tutorial-password" },
  { username: "bob", password: "bob-tutorial-password" },
  { username: "carol", password: "carol-tutorial-password" },
  { username: "dora", password: "correct horse battery staple" },
];

/** One list for all uses: a published secret makes no better password, nor the other way round. */
export const PUBLISHED_CREDENTIALS: ReadonlySet<string> = new Set([
  ...PUBLISHED_SECRETS,
  ...PUBLISHED_ACCOUNTS.map(({ password }) => password),
]);

/** All are plain ASCII, so that no other spelling of Unicode is the same password. */
export const isPublishedCredential = (value: string): boolean => PUBLISHED_CREDENTIALS.has(value);

/** Whether this server must refuse a value from every caller, and must not store it. */
export type IsRefusedCredential = (value: string) => boolean;

/** On a private server published credentials work: that is what the demo is for. */
export const createIsRefusedCredential = ({
  isPrivate,
}: {
  readonly isPrivate: boolean;
}): IsRefusedCredential => (isPrivate ? () => false : isPublishedCredential);

/** Why published credentials and others who can reach the server do not go together, and how to go on. */
export const PUBLISHED_CREDENTIALS_MESSAGE =
  "published credentials of Licet's demo or documentation are stored here, and others can reach this server. " +
  "To go on, run `licet demo remove` or `licet demo rekey`; or keep the server to this machine, " +
  "with LICET_HOST, LICET_BASE_URL and LICET_ALLOWED_HOSTS on the loopback and no proxy in front.";
