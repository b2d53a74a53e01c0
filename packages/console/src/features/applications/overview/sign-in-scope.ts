/** The examples greet the user by name. Every application may request these two. */
const IDENTITY = ["openid", "profile"];

const SHOWN = 3;

/** The scope of an example that signs users in: who they are, and the first scopes that the application may request. */
export const signInScope = (delegated: readonly string[] = []): string =>
  [...IDENTITY, ...delegated.filter((scope) => !IDENTITY.includes(scope)).slice(0, SHOWN)].join(" ");
