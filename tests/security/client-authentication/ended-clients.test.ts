// @engine both: another process ends a client, and a node on PostgreSQL learns of it by its change feed.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AccessAccount, Application, Secret } from "../../../packages/server/src/accounts/entities.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import { testHashName } from "../../../packages/server/src/directory/testing/hash-name.ts";
import { openStorage, type Storage } from "../../../packages/server/src/storage/open-storage.ts";
import { createMovableClock } from "../../support/movable-clock.ts";
import { SHOP } from "../../support/shop.ts";
import { ENGINE, postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { basic } from "../basic-authorization.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { assertRefused } from "../oauth-refusal.ts";

const clock = createMovableClock();
let licet: RunningLicet;
/** Another way to the same database: a second node's, or a command beside the server. */
let elsewhere: Storage;
before(async () => {
  licet = await startLicet({ state: SHOP, clock });
  elsewhere = await openStorage({ databaseUrl: licet.database.url, clock, hashName: testHashName });
});
after(async () => {
  await elsewhere.close();
  await licet.stop();
});

/** An application and an access account of it, made for one test. */
interface Pair {
  readonly application: Application;
  readonly account: AccessAccount;
  readonly applicationSecret: Secret;
  readonly accountSecret: Secret;
  readonly plain: string;
}

let made = 0;
async function createPair(): Promise<Pair> {
  made += 1;
  const { storage, secrets } = licet.services;
  const template = (await storage.state.find("application", "reports")) as Application;
  const application = { ...template, id: `app_${made}` };
  const account: AccessAccount = { accessKey: `ak_${made}`, applicationId: application.id, enabled: true };
  const plain = `secret-${made}-secret-secret-secret-secret`;
  const secret = (owner: string): Secret => ({
    id: `sec_${owner}`,
    owner,
    hash: secrets.hash(plain),
    hint: "cret",
    createdAt: clock.seconds(),
  });
  const pair = {
    application,
    account,
    applicationSecret: secret(application.id),
    accountSecret: secret(account.accessKey),
    plain,
  };
  await commit(storage, [
    { op: "put", kind: "application", value: application },
    { op: "put", kind: "access_account", value: account },
    { op: "put", kind: "secret", value: pair.applicationSecret },
    { op: "put", kind: "secret", value: pair.accountSecret },
  ]);
  return pair;
}

const commit = (storage: Storage, changes: readonly Change[]) =>
  storage.state.commit(changes, { name: "test", at: clock.milliseconds() });

type Caller = "application" | "access account";
interface Ending {
  readonly change: (pair: Pair) => Change;
  /** The clients that are refused afterwards; the other one still works. */
  readonly ends: readonly Caller[];
}

const ENDINGS: Record<string, Ending> = {
  "the application is disabled": {
    change: ({ application }) => ({
      op: "put",
      kind: "application",
      value: { ...application, enabled: false },
    }),
    ends: ["application", "access account"],
  },
  "the application is deleted": {
    change: ({ application }) => ({ op: "delete", kind: "application", value: application }),
    ends: ["application", "access account"],
  },
  "the access account is disabled": {
    change: ({ account }) => ({ op: "put", kind: "access_account", value: { ...account, enabled: false } }),
    ends: ["access account"],
  },
  "the access account has expired": {
    change: ({ account }) => ({
      op: "put",
      kind: "access_account",
      value: { ...account, expiresAt: clock.seconds() },
    }),
    ends: ["access account"],
  },
  "the access account is deleted": {
    change: ({ account }) => ({ op: "delete", kind: "access_account", value: account }),
    ends: ["access account"],
  },
  "the application's secret has expired": {
    change: ({ applicationSecret }) => ({
      op: "put",
      kind: "secret",
      value: { ...applicationSecret, expiresAt: clock.seconds() },
    }),
    ends: ["application"],
  },
  "the application's secret is deleted": {
    change: ({ applicationSecret }) => ({ op: "delete", kind: "secret", value: applicationSecret }),
    ends: ["application"],
  },
  "the secret key has expired": {
    change: ({ accountSecret }) => ({
      op: "put",
      kind: "secret",
      value: { ...accountSecret, expiresAt: clock.seconds() },
    }),
    ends: ["access account"],
  },
  "the secret key is deleted": {
    change: ({ accountSecret }) => ({ op: "delete", kind: "secret", value: accountSecret }),
    ends: ["access account"],
  },
};

const CALLERS: readonly Caller[] = ["application", "access account"];
const idOf = (pair: Pair, caller: Caller) =>
  caller === "application" ? pair.application.id : pair.account.accessKey;

/** Both ways of sending a right secret, at one endpoint. */
async function present(
  pair: Pair,
  caller: Caller,
  { path, form } = CLIENT_ENDPOINTS[0] as (typeof CLIENT_ENDPOINTS)[number],
) {
  const id = idOf(pair, caller);
  return {
    inForm: await postForm(licet.url + path, {
      ...form("a-token"),
      client_id: id,
      client_secret: pair.plain,
    }),
    inHeader: await postForm(licet.url + path, form("a-token"), basic(id, pair.plain)),
  };
}

async function assertEnded(pair: Pair, ends: readonly Caller[]): Promise<void> {
  for (const endpoint of CLIENT_ENDPOINTS) {
    for (const caller of CALLERS) {
      const { inForm, inHeader } = await present(pair, caller, endpoint);
      if (ends.includes(caller)) {
        assertRefused(inForm, 401, "invalid_client");
        assertRefused(inHeader, 401, "invalid_client", true);
      } else {
        const { accepted } = endpoint;
        assert.deepEqual([inForm.status, inHeader.status], [accepted, accepted], `${caller} goes on`);
      }
    }
  }
}

describe("RFC 6749 §3.2.1: a client that was ended is refused with the right secret, at once", () => {
  for (const [name, { change, ends }] of Object.entries(ENDINGS)) {
    test(`${name}, on this node`, async () => {
      const pair = await createPair();
      await assertEnded(pair, []);
      await commit(licet.services.storage, [change(pair)]);
      await assertEnded(pair, ends);
    });

    test(`${name}, by another node or process`, async () => {
      const pair = await createPair();
      await assertEnded(pair, []);
      await commit(elsewhere, [change(pair)]);
      // SQLite is asked by every request; PostgreSQL tells its nodes, which takes a moment.
      if (ENGINE === "postgres")
        await untilKnown(async () => {
          // Two requests in a row meet both workers, if there are two.
          const { inForm, inHeader } = await present(pair, ends[0] as Caller);
          return inForm.status === 401 && inHeader.status === 401;
        });
      await assertEnded(pair, ends);
    });
  }
});

describe("RFC 6749 §3.2.1: an expiry takes effect with the second it names, without any sweeping", () => {
  test("of an access account", async () => {
    const pair = await createPair();
    const account = { ...pair.account, expiresAt: clock.seconds() + 60 };
    await commit(licet.services.storage, [{ op: "put", kind: "access_account", value: account }]);
    clock.advance(50);
    await assertEnded(pair, []);
    clock.advance(10);
    await assertEnded(pair, ["access account"]);
  });

  test("of one secret among several: each ends in its own time, and the others go on", async () => {
    const pair = await createPair();
    const { secrets, storage } = licet.services;
    const ages = [60, 120, undefined];
    const plains = ages.map((age) => `secret-${made}-of-age-${age}-secret-secret`);
    const owner = pair.application.id;
    await commit(
      storage,
      ages.map((age, index) => ({
        op: "put",
        kind: "secret",
        value: {
          id: `sec_${owner}_${index}`,
          owner,
          hash: secrets.hash(plains[index] as string),
          hint: "cret",
          createdAt: clock.seconds(),
          ...(age !== undefined && { expiresAt: clock.seconds() + age }),
        },
      })),
    );
    const accepted = async () => {
      const answers = await Promise.all(
        plains.map((client_secret) =>
          postForm(`${licet.url}/oidc/token`, {
            grant_type: "client_credentials",
            scope: "orders:read",
            client_id: owner,
            client_secret,
          }),
        ),
      );
      for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 401, "invalid_client");
      return answers.map(({ status }) => status === 200);
    };
    assert.deepEqual(await accepted(), [true, true, true]);
    clock.advance(60);
    assert.deepEqual(await accepted(), [false, true, true]);
    clock.advance(60);
    assert.deepEqual(await accepted(), [false, false, true]);
    clock.advance(365 * 86_400);
    assert.deepEqual(await accepted(), [false, false, true]);
  });
});

test("RFC 7662 §4: a token of a client that was ended is not active any more", async () => {
  for (const { change, ends } of [
    ENDINGS["the application is disabled"],
    ENDINGS["the access account is disabled"],
    ENDINGS["the access account has expired"],
    ENDINGS["the access account is deleted"],
  ] as Ending[]) {
    const pair = await createPair();
    await licet.apply(
      `assignments: [{ principal: application:${pair.application.id}, permission: orders:read }]`,
    );
    const { inForm } = await present(pair, "access account");
    const token = String(inForm.body.access_token);
    const introspect = () =>
      postForm(`${licet.url}/oidc/introspect`, {
        client_id: "orders-api",
        client_secret: "orders-api-secret-orders-api-secret",
        token,
      });
    assert.equal((await introspect()).body.active, true);
    await commit(licet.services.storage, [change(pair)]);
    assert.ok(ends.includes("access account"));
    assert.deepEqual((await introspect()).body, { active: false });
  }
});
