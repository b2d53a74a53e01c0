/** What the examples for one resource have in common. */
export interface ResourceServer {
  readonly issuer: string;
  /** The identifier of the resource. */
  readonly audience: string;
  /** The signing algorithm of its access tokens: `ES256`. */
  readonly algorithm: string;
  /** Their `typ`. `JWT` says little: ID tokens have it as well, and a token for several resources may be `at+jwt`. */
  readonly tokenType: "at+jwt" | "JWT";
  /** One of its permissions, for the example. */
  readonly permission: string;
}
