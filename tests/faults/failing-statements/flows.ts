import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { createBrowser, exchange, getCode, refresh, userinfo } from "../../support/sign-in.ts";
import type { Storefront } from "../../support/start-storefront.ts";
import { ALICE, CALLBACK, createRequest, DESK, SHOP_CLIENT } from "../../support/storefront.ts";

/** A flow whose writes fail one after the other. */
export interface FailedFlow {
  readonly name: string;
  /** Does everything before the part that fails. */
  prepare(front: Storefront): Promise<PreparedFlow>;
}

export interface PreparedFlow {
  /** The part that may fail. True when the client got what it asked for; wrong answers are told. */
  attempt(wrong: string[]): Promise<boolean>;
  /** When nothing fails any more: the client tries again if it got nothing, and everything is whole. */
  finish(wrong: string[], hadSucceeded: boolean): Promise<void>;
}

type Answer = Awaited<ReturnType<typeof exchange>>;

const OFFLINE = { scope: "openid orders:read offline_access" };

export const FAILED_FLOWS: readonly FailedFlow[] = [
  {
    name: "code exchange",
    async prepare(front) {
      const code = await front.code(OFFLINE);
      let tokens: Answer["body"] = {};
      const send = () => exchange(front, code, { ...DESK, redirect_uri: CALLBACK });
      const attempt = async (wrong: string[]) => {
        const answer = await send();
        if (answer.status === 200) tokens = answer.body;
        return judgeTokens(answer, wrong);
      };
      return {
        attempt,
        async finish(wrong, hadSucceeded) {
          if (!hadSucceeded && !(await attempt(wrong))) wrong.push("the code gave no tokens, and is spent");
          await judgeFamily(front, tokens, wrong);
          const again = await send();
          if (again.body.error !== "invalid_grant")
            wrong.push(`the spent code gets ${again.status} ${again.text}`);
        },
      };
    },
  },
  {
    name: "refresh",
    async prepare(front) {
      const first = await front.tokens(OFFLINE);
      let tokens: Answer["body"] = {};
      const attempt = async (wrong: string[]) => {
        const answer = await refresh(front, first.refresh_token, DESK);
        if (answer.status === 200) tokens = answer.body;
        return judgeTokens(answer, wrong);
      };
      return {
        attempt,
        async finish(wrong, hadSucceeded) {
          if (!hadSucceeded && !(await attempt(wrong)))
            wrong.push("the refresh token gave no successor, and is spent");
          const successor = tokens.refresh_token;
          await attempt(wrong);
          if (tokens.refresh_token !== successor) wrong.push("one refresh token has two successors");
          await judgeFamily(front, tokens, wrong);
        },
      };
    },
  },
  {
    name: "sign-in and consent",
    async prepare(front) {
      const browser = createBrowser(front.url);
      const known = await sessionsIn(front);
      await runSql(front.database.url, "delete from consents");
      let code: string | undefined;
      const attempt = async (wrong: string[]) => {
        try {
          code = await getCode(browser, createRequest(SHOP_CLIENT, OFFLINE), ALICE);
          return true;
        } catch (error) {
          // The helper asserts the page that comes next, and shows the status of the page that came instead.
          if (!/\b503\b/.test(String(error))) wrong.push(`sign-in: ${String(error).slice(0, 300)}`);
          return false;
        }
      };
      return {
        attempt,
        async finish(wrong, hadSucceeded) {
          if (!hadSucceeded && !(await attempt(wrong)))
            return void wrong.push("the sign-in cannot be repeated");
          const answer = await exchange(front, code ?? "", { ...SHOP_CLIENT, redirect_uri: CALLBACK });
          if (!judgeTokens(answer, wrong)) wrong.push("the code of a sign-in gives no tokens");
          const sessions = (await sessionsIn(front)) - known;
          if (sessions !== 1) wrong.push(`one sign-in left ${sessions} sessions`);
        },
      };
    },
  },
];

/** True for tokens. Anything but tokens, 503 or an error of OAuth is wrong. */
function judgeTokens({ status, body, text }: Answer, wrong: string[]): boolean {
  if (status === 200) {
    const isWhole = body.access_token !== undefined && body.refresh_token !== undefined;
    if (!isWhole) wrong.push(`an answer without all its tokens: ${text}`);
    return true;
  }
  if (status !== 503) wrong.push(`answered with ${status}: ${text}`);
  return false;
}

/** The tokens that the client holds work, and the family has one head in the database. */
async function judgeFamily(front: Storefront, tokens: Answer["body"], wrong: string[]): Promise<void> {
  const { status } = await userinfo(front, String(tokens.access_token));
  if (status !== 200) wrong.push(`the access token gets ${status}`);
  const next = await refresh(front, String(tokens.refresh_token), DESK);
  if (next.status !== 200) wrong.push(`the refresh token gets ${next.status}: ${next.text}`);
}

async function sessionsIn({ database }: Storefront): Promise<number> {
  const [row] = await runSql(database.url, "select count(*) as count from sessions");
  return Number(row?.count);
}
