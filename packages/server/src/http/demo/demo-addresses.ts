/** The paths of the demo below the base URL that the server must know. */
export const DEMO_PATHS = { home: "/demo", start: "/demo/start", callback: "/demo/callback" } as const;

/** The URLs to register for the shop: where users start and return after signing out, and where codes are sent. */
export const demoAddresses = (baseUrl: string): { readonly home: string; readonly redirectUri: string } => ({
  home: baseUrl + DEMO_PATHS.home,
  redirectUri: baseUrl + DEMO_PATHS.callback,
});
