/** Where the demo is, below the base URL. The cookie of the demo goes to these paths only. */
export const DEMO_PATHS = {
  home: "/demo",
  start: "/demo/start",
  callback: "/demo/callback",
  result: "/demo/result",
  refresh: "/demo/refresh",
  signOut: "/demo/sign-out",
} as const;

/** The addresses that must be registered for the shop: where people begin and come back to signed out, and where codes go. */
export const demoAddresses = (baseUrl: string): { readonly home: string; readonly redirectUri: string } => ({
  home: baseUrl + DEMO_PATHS.home,
  redirectUri: baseUrl + DEMO_PATHS.callback,
});
