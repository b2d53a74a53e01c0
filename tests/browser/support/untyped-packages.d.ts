/** These packages have no types; the file declares the parts that the tests use. */

declare module "express-session" {
  import type { RequestHandler } from "express";
  export default function session(options: {
    secret: string;
    resave: boolean;
    saveUninitialized: boolean;
  }): RequestHandler;
}

declare module "passport" {
  import type { RequestHandler } from "express";

  interface Passport {
    use(strategy: object): void;
    serializeUser(write: (user: object, done: (error: null, text: string) => void) => void): void;
    deserializeUser(read: (text: string, done: (error: null, user: object) => void) => void): void;
    session(): RequestHandler;
    authenticate(strategy: string, options?: { keepSessionInfo?: boolean }): RequestHandler;
  }
  const passport: Passport;
  export default passport;
}

declare module "passport-openidconnect" {
  interface StrategyOptions {
    issuer: string;
    authorizationURL: string;
    tokenURL: string;
    userInfoURL: string;
    clientID: string;
    clientSecret: string;
    callbackURL: string;
    scope: string[];
    nonce: boolean;
    skipUserProfile: boolean;
  }
  interface Profile {
    id: string;
    emails?: { value: string }[];
  }
  type Verify = (
    issuer: string,
    profile: Profile,
    context: object,
    idToken: string,
    accessToken: string,
    refreshToken: string,
    parameters: Record<string, unknown>,
    done: (error: null, user: object) => void,
  ) => void;
  export default class Strategy {
    constructor(options: StrategyOptions, verify: Verify);
    /** Extensions that refresh tokens read the client from here, too. */
    readonly _oauth2: {
      getOAuthAccessToken(
        token: string,
        parameters: Record<string, string>,
        done: (error: unknown, accessToken: string, refreshToken: string, answer: object) => void,
      ): void;
    };
  }
}
