// @engine both: the records of a copy are JSON that each engine builds with its own functions.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { bearer, callerWith, pointersOf } from "../../support/api-client.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { withoutIds } from "../../support/without-ids.ts";
import { fetchToken } from "../fetch-token.ts";
import {
  APPLICATION_NAMES,
  COMPANY,
  EMAILS,
  REPLICA,
  SECRETS,
  UNREAD_ATTRIBUTES,
  USERNAMES,
  WRITER,
} from "./company.ts";
import { ofKind, readSnapshot } from "./read-snapshot.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: COMPANY });
  token = await fetchToken(licet, REPLICA, "licet:replicate");
});
after(() => licet.stop());

const snapshot = (query = "", server = licet, accessToken = token) =>
  readSnapshot(server.url, accessToken, query);
const userId = async (username: string) => (await licet.services.users.find(username))?.id ?? "";
const assertAbsent = (text: string, never: readonly string[]) =>
  assert.deepEqual(
    never.filter((part) => text.includes(part)),
    [],
  );

describe("a snapshot", () => {
  test("is what decisions read, at one revision", async () => {
    const { start, records, headers } = await snapshot();
    assert.deepEqual(start, {
      kind: "snapshot",
      revision: licet.services.storage.feed.revision,
      reads: ["resource.attributes.owner", "subject.attributes.level", 'subject.attributes["odd key"]'],
      usernames: false,
    });
    assert.equal(headers.get("content-type"), "application/x-ndjson");
    const alice = await userId("alice-l");
    const bob = await userId("bob-l");

    const [model, ...others] = ofKind(records, "model");
    assert.deepEqual(others, []);
    assert.deepEqual(
      model?.resources.filter(({ name }) => name !== "licet"),
      [
        { name: "orders", actions: ["read", "write"] },
        { name: "payroll", actions: ["see"] },
        { name: "regions", actions: ["see"] },
      ],
    );
    assert.deepEqual(model?.permissions, ["billing_admin"]);
    assert.deepEqual(
      model?.roles.find(({ name }) => name === "clerk"),
      {
        name: "clerk",
        inherits: ["viewer"],
        grants: [{ permission: "orders:write", when: 'resource.attributes.owner == "usr"' }],
      },
    );
    assert.deepEqual(model?.nesting, [{ group: "support", member: "group:night" }]);

    const users = ofKind(records, "user");
    assert.deepEqual(
      users.find(({ id }) => id === alice),
      { kind: "user", id: alice, enabled: true, attributes: { level: 3, "odd key": 1 } },
    );
    assert.deepEqual(
      users.find(({ id }) => id === bob),
      { kind: "user", id: bob, enabled: false },
    );
    assert.deepEqual(
      ofKind(records, "application").find(({ id }) => id === "reports"),
      { kind: "application", id: "reports", enabled: true },
    );
    assert.deepEqual(ofKind(records, "access_account"), [
      {
        kind: "access_account",
        access_key: "ak_reports",
        application: "reports",
        enabled: true,
        ceiling: ["orders:read"],
        expires_at: Date.UTC(2040, 0) / 1_000,
      },
    ]);
    assert.deepEqual(
      ofKind(records, "instance").filter(({ key }) => key.startsWith("orders/")),
      [
        { kind: "instance", key: "orders/42", parent: "orders/eu", attributes: { owner: "usr" } },
        { kind: "instance", key: "orders/eu", parent: "regions/europe" },
      ],
    );
    const principals = new Map(ofKind(records, "principal").map((record) => [record.key, record]));
    const ofAlice = principals.get(`user:${alice}`);
    assert.deepEqual(
      ofAlice?.assignments.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      [
        { permission: "billing_admin" },
        { permission: "payroll:see", expires_at: Date.UTC(2040, 0) / 1_000 },
        { role: "clerk", at: "orders/eu" },
      ],
    );
    assert.deepEqual(ofAlice?.groups, ["support"]);
    assert.deepEqual(principals.get(`user:${bob}`), {
      kind: "principal",
      key: `user:${bob}`,
      assignments: [],
      groups: ["night"],
    });
    assert.deepEqual(principals.get("user:*")?.assignments, [
      {
        permission: "regions:see",
        when: 'subject.attributes.level > 2 && subject.attributes["odd key"] == 1',
      },
    ]);
    assert.deepEqual(principals.get("group:night")?.assignments, [{ role: "everything" }]);
    assert.deepEqual(principals.get("access_account:ak_reports")?.assignments, [
      { permission: "orders:write" },
    ]);
  });

  test("holds no secret, no description, and no name, address or attribute that no condition reads", async () => {
    for (const query of ["", "?resources=orders,regions", "?resources=payroll"]) {
      const { text } = await snapshot(query);
      assertAbsent(text, [...SECRETS, ...USERNAMES, ...EMAILS, ...APPLICATION_NAMES, ...UNREAD_ATTRIBUTES]);
    }
    const { text } = await snapshot("?usernames=true");
    assert.ok(USERNAMES.every((name) => text.includes(name)));
    assertAbsent(text, [...SECRETS, ...EMAILS, ...APPLICATION_NAMES, ...UNREAD_ATTRIBUTES]);
  });

  test("holds more when a condition reads more, and names what", async (t) => {
    const reading = await startLicet({ state: COMPANY });
    t.after(() => reading.stop());
    const ownToken = await fetchToken(reading, REPLICA, "licet:replicate");
    const withCondition = async (condition: string) => {
      await reading.apply(
        `roles: [{ name: reader, grants: [{ permission: orders:read, when: '${condition}' }] }]`,
      );
      return snapshot("", reading, ownToken);
    };
    const email = await withCondition('subject.email == "x"');
    assert.ok(email.start.reads.includes("subject.email"));
    assert.ok(EMAILS.every((address) => email.text.includes(address)));
    assertAbsent(email.text, [...SECRETS, ...USERNAMES, ...APPLICATION_NAMES, ...UNREAD_ATTRIBUTES]);

    // The name of an application that is the subject is its own.
    const name = await withCondition('subject.name == "x"');
    assert.ok([...USERNAMES, ...APPLICATION_NAMES].every((part) => name.text.includes(part)));
    assertAbsent(name.text, [...SECRETS, ...EMAILS, ...UNREAD_ATTRIBUTES]);

    const client = await withCondition('client.name == "x" && client.type == "web"');
    assert.deepEqual(client.start.reads.slice(0, 2), ["client.name", "client.type"]);
    assert.deepEqual(
      ofKind(client.records, "application").find(({ id }) => id === "reports"),
      { kind: "application", id: "reports", enabled: true, name: "Nightly reports", type: "web" },
    );
    assertAbsent(client.text, [...SECRETS, ...EMAILS, ...USERNAMES, ...UNREAD_ATTRIBUTES]);

    const all = await withCondition('subject.attributes.exists(key, key == "x")');
    assert.ok(all.start.reads.includes("subject.attributes"));
    assert.ok(all.text.includes("unread-of-a-user"));
    assertAbsent(all.text, [...SECRETS, ...EMAILS, ...USERNAMES, "unread-of-an-instance"]);

    // Long names of members are not repeated in every request for changes.
    const grants = Array.from(
      { length: 3 },
      (_, index) =>
        `{ permission: orders:read, when: 'subject.attributes["${"k".repeat(1_900)}${index}"] == 1' }`,
    );
    await reading.apply(`roles: [{ name: reader, grants: [${grants.join(", ")}] }]`);
    const everything = await snapshot("", reading, ownToken);
    assert.deepEqual(everything.start.reads, ["*"]);
    assertAbsent(everything.text, SECRETS);
  });

  test("of some resources holds what gives something in them", async () => {
    const { start, records, text } = await snapshot("?resources=orders");
    assert.deepEqual(start.resources, ["orders"]);
    assert.deepEqual(start.reads, ["resource.attributes.owner"]);
    const [model] = ofKind(records, "model");
    assert.deepEqual(
      model?.resources.map(({ name }) => name),
      ["orders"],
    );
    assert.deepEqual(
      model?.roles.map(({ name, inherits }) => [name, inherits]),
      [
        ["clerk", ["viewer"]],
        ["everything", ["clerk"]],
        ["viewer", []],
      ],
    );
    assertAbsent(withoutIds(text), ["payroll", "billing_admin", "asia", "accountant"]);
    // What is above an instance decides, too; its attributes do not.
    assert.deepEqual(
      ofKind(records, "instance").map(({ key }) => key),
      ["orders/42", "orders/eu", "regions/europe", "regions/world"],
    );
    assert.equal(ofKind(records, "user").length, 2);
    const principals = ofKind(records, "principal");
    assert.deepEqual(principals.find(({ key }) => key === "group:night")?.assignments, [
      { role: "everything" },
    ]);
    assert.equal(
      principals.some(({ key }) => key === "user:*"),
      false,
    );
  });

  test("is refused with what is wrong", async () => {
    const call = callerWith(licet, token);
    const unknown = await call("GET", "/snapshot?resources=orders,nothing");
    assert.equal(unknown.status, 400);
    assert.deepEqual(pointersOf(unknown), ["/query/resources"]);
    assert.match(unknown.body.detail, /no resource "nothing"/);
    for (const query of ["resources=", "resources=a%20b", "resources=,", "usernames=yes", "only=orders"])
      assert.equal((await call("GET", `/snapshot?${query}`)).status, 400, query);
    const other = await fetchToken(licet, WRITER, "licet:changes.read");
    assert.equal((await callerWith(licet, other)("GET", "/snapshot")).status, 403);
    assert.equal((await fetch(`${licet.url}/api/v1/snapshot`)).status, 401);
    assert.equal((await call("POST", "/snapshot", {})).status, 405);
  });

  test("is in the audit log, with who read it and within which limits", async () => {
    const { start } = await snapshot("?resources=orders&usernames=true");
    const audit = callerWith(licet, await fetchToken(licet, WRITER, "licet:audit.read"));
    const { body } = await audit("GET", "/audit?type=snapshot.read&limit=1");
    assert.equal(body.items[0].actor, "application:copier");
    assert.deepEqual(body.items[0].data, {
      revision: start.revision,
      resources: ["orders"],
      usernames: true,
      reads: ["resource.attributes.owner"],
    });
  });

  test("is compressed for a client that accepts it", async () => {
    const gzip = await fetch(`${licet.url}/api/v1/snapshot`, {
      headers: { ...bearer(token), "accept-encoding": "gzip" },
    });
    assert.equal(gzip.headers.get("content-encoding"), "gzip");
    const plain = await fetch(`${licet.url}/api/v1/snapshot`, {
      headers: { ...bearer(token), "accept-encoding": "identity" },
    });
    assert.equal(plain.headers.get("content-encoding"), null);
    assert.equal(await gzip.text(), await plain.text());
  });
});
