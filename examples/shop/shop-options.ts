/** The options of the shop. It reads everything else from the issuer's discovery document. */
export interface ShopOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The URL of the shop without a slash at the end: `http://127.0.0.1:4000`, or with a path. */
  readonly url: string;
  /** The scopes that a user can select on the first page. */
  readonly scopes: readonly string[];
  /** The URL of Licet's API, which gives the reasons of refused scopes. Without it, the shop shows no reasons. */
  readonly explainApi?: string | undefined;
  /** Public demo users, whose credentials the first page shows. */
  readonly accounts?: readonly { readonly username: string; readonly password: string }[] | undefined;
}

/** A request from a browser, and the address it came from. */
export type HandleRequest = (request: Request, from: { readonly ip: string }) => Promise<Response>;

/** The paths of the shop, below its URL. */
export function shopPaths(url: string) {
  const base = new URL(url).pathname.replace(/\/$/, "");
  return {
    home: base === "" ? "/" : base,
    start: `${base}/start`,
    callback: `${base}/callback`,
    result: `${base}/result`,
    refresh: `${base}/refresh`,
    signOut: `${base}/sign-out`,
    assets: `${base}/assets`,
  } as const;
}

export type ShopPaths = ReturnType<typeof shopPaths>;
