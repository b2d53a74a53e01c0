/** Answers the requests of a browser below the path of the demo. `ip` is the address of the browser. */
export type HandleDemo = (request: Request, from: { readonly ip: string }) => Promise<Response>;

/** An application that the server runs for the demo. The server only knows how to call it. */
export interface DemoShop {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly handle: HandleDemo;
}
