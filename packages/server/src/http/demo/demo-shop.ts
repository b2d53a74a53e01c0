/** Answers what a browser asks below the path of the demo. The address is that of the browser. */
export type HandleDemo = (request: Request, from: { readonly ip: string }) => Promise<Response>;

/** An application that the server plays for the demo. All that the server knows of it is how to call it. */
export interface DemoShop {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly handle: HandleDemo;
}
