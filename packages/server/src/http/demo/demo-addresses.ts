/** Where the demo is, below the base URL: as far as the server must know it. */
export const DEMO_PATHS = { home: "/demo", start: "/demo/start", callback: "/demo/callback" } as const;

/** The addresses that must be registered for the shop: where users begin and come back to signed out, and where codes go. */
export const demoAddresses = (baseUrl: string): { readonly home: string; readonly redirectUri: string } => ({
  home: baseUrl + DEMO_PATHS.home,
  redirectUri: baseUrl + DEMO_PATHS.callback,
});
