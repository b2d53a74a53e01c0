import { createMovableClock, type MovableClock } from "./movable-clock.ts";
import { type Browser, createBrowser, exchange, getCode, type Person } from "./sign-in.ts";
import { type RunningLicet, startLicet } from "./start-licet.ts";
import { ALICE, CALLBACK, createRequest, DESK, STOREFRONT } from "./storefront.ts";

type Client = Readonly<{ client_id: string; client_secret: string }>;
type More = Readonly<Record<string, string | undefined>>;

export interface Storefront extends RunningLicet {
  readonly clock: MovableClock;
  /** A browser in which Alice is signed in. */
  readonly alice: Browser;
  /** A code for an application that acts for Alice; the first-party one if none is given. */
  code(more?: More, client?: Client): Promise<string>;
  redeem(code: string, more?: Readonly<Record<string, string>>): ReturnType<typeof exchange>;
  /** The tokens for a new code. */
  tokens(more?: More, client?: Client): Promise<Tokens>;
  openBrowser(person?: Person): Promise<Browser>;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly scope: string;
}

export async function startStorefront(
  options: Partial<Parameters<typeof startLicet>[0]> = {},
): Promise<Storefront> {
  const clock = createMovableClock();
  const licet = await startLicet({ state: STOREFRONT, clock, ...options });

  const openBrowser = async (person = ALICE) => {
    const browser = createBrowser(licet.url);
    await getCode(browser, createRequest(DESK), person);
    return browser;
  };
  const alice = await openBrowser();
  const code: Storefront["code"] = (more = {}, client = DESK) =>
    getCode(alice, createRequest(client, more), ALICE);
  const redeem: Storefront["redeem"] = (given, more = {}) =>
    exchange(licet, given, { ...DESK, redirect_uri: CALLBACK, ...more });
  return {
    ...licet,
    clock,
    alice,
    openBrowser,
    code,
    redeem,
    async tokens(more, client = DESK) {
      const { status, body, text } = await redeem(await code(more, client), client);
      if (status !== 200) throw new Error(text);
      return body as unknown as Tokens;
    },
  };
}
