import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import {
  type Answer,
  assertProblem,
  bearer,
  type Call,
  fingerprint,
  send,
  withGuardedApi,
} from "./guarded-api.ts";
import {
  fillPath,
  findSpareIds,
  type Operation,
  readOperations,
  type SpareIds,
  titleOf,
} from "./operations.ts";

let licet: RunningLicet;
let ids: SpareIds;
let operations: readonly Operation[];
let token: string;

withGuardedApi(async (guarded) => {
  ({ licet, token } = guarded);
  ids = await findSpareIds(licet);
  operations = await readOperations(licet);
});

const ask = ({ headers, ...call }: Call): Promise<Answer> =>
  send(licet, { ...call, headers: { ...bearer(token), ...headers } });

const conditional = (method: string): readonly Operation[] => {
  const found = operations.filter((each) => each.method === method && each.headers.includes("If-Match"));
  assert.ok(found.length > 5);
  return found;
};

/** Something harmless that the body takes, different each time. */
function otherBody({ body }: Operation, current: Readonly<Record<string, unknown>>, n: number): object {
  const { properties = {} } = body ?? {};
  const given = Object.fromEntries(
    Object.entries(current).filter(([name]) => Object.hasOwn(properties, name)),
  );
  if (Object.hasOwn(properties, "attributes")) return { ...given, attributes: { n } };
  if (properties.description?.type === "string") return { ...given, description: `number ${n}` };
  if (Object.hasOwn(properties, "description")) return { ...given, description: { en: `number ${n}` } };
  if (Object.hasOwn(properties, "actions"))
    return { ...given, actions: { read: { description: `number ${n}` } } };
  return { ...given, name: `number ${n}` };
}

let count = 0;
async function readCurrent(
  operation: Operation,
): Promise<{ path: string; etag: string; body: () => object }> {
  const path = fillPath(operation.path, ids);
  const { body, headers, status, text } = await ask({ method: "GET", path });
  assert.equal(status, 200, text);
  const etag = headers.get("etag");
  assert.ok(etag !== null && /^"\d+"$/.test(etag), `${titleOf(operation)}: ${etag}`);
  return {
    path,
    etag,
    body: () => {
      count += 1;
      return otherBody(operation, body, count);
    },
  };
}

test("RFC 9110 §13.1.1: of two writers who read the same version one wins, and the other is told", async () => {
  for (const operation of conditional("PUT")) {
    const { path, etag, body } = await readCurrent(operation);
    const bodies = [body(), body(), body()];
    const answers = await Promise.all(
      bodies.map((each) => ask({ method: "PUT", path, body: each, headers: { "if-match": etag } })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 412, 412], titleOf(operation) + answers[0]?.text);
    const winner = answers.find(({ status }) => status === 200) as Answer;
    for (const answer of answers) if (answer !== winner) assertProblem(answer, 412, "version_mismatch");
    const now = await ask({ method: "GET", path });
    assert.deepEqual(now.body, winner.body, "what the winner was told is what is there");
    assert.equal(now.headers.get("etag"), winner.headers.get("etag"));
    assert.notEqual(now.headers.get("etag"), etag);
  }
});

describe("RFC 9110 §13.1.1: a condition that does not hold stops the write", () => {
  const failing: Record<
    string,
    { headers: (etag: string) => Record<string, string>; status: number; slug: string }
  > = {
    "an older version": { headers: () => ({ "if-match": '"1"' }), status: 412, slug: "version_mismatch" },
    "a weak tag": { headers: (etag) => ({ "if-match": `W/${etag}` }), status: 412, slug: "version_mismatch" },
    "a tag that was never ours": {
      headers: () => ({ "if-match": '"x"' }),
      status: 412,
      slug: "version_mismatch",
    },
    "the version with a zero before it": {
      headers: (etag) => ({ "if-match": etag.replace('"', '"0') }),
      status: 412,
      slug: "version_mismatch",
    },
    "the version with a coding that is not ours": {
      headers: (etag) => ({ "if-match": etag.replace(/"$/, '-zstd"') }),
      status: 412,
      slug: "version_mismatch",
    },
    "a number far too large": {
      headers: () => ({ "if-match": '"99999999999999999999999"' }),
      status: 412,
      slug: "version_mismatch",
    },
    "no quotes": { headers: (etag) => ({ "if-match": etag.slice(1, -1) }), status: 400, slug: "bad_request" },
    nothing: { headers: () => ({ "if-match": "" }), status: 400, slug: "bad_request" },
  };
  for (const method of ["PUT", "DELETE"]) {
    for (const [name, { headers, status, slug }] of Object.entries(failing)) {
      test(`${method} with ${name}`, async () => {
        const untouched = await fingerprint(licet);
        for (const operation of conditional(method)) {
          const path = fillPath(operation.path, ids);
          const current = await readCurrent(operation);
          const search = method === "DELETE" && operation.query.length > 0 ? "?cascade=true" : "";
          const body = method === "PUT" ? { body: current.body() } : {};
          const answer = await ask({ method, path: path + search, ...body, headers: headers(current.etag) });
          assert.equal(answer.status, status, titleOf(operation) + answer.text);
          assertProblem(answer, status, slug);
        }
        assert.deepEqual(await fingerprint(licet), untouched);
      });
    }
  }

  test("RFC 9110 §13.1.2: If-None-Match: * never replaces", async () => {
    const untouched = await fingerprint(licet);
    for (const operation of conditional("PUT")) {
      const { path, body } = await readCurrent(operation);
      const answer = await ask({ method: "PUT", path, body: body(), headers: { "if-none-match": "*" } });
      assertProblem(answer, 412, "version_mismatch");
    }
    assert.deepEqual(await fingerprint(licet), untouched);
  });

  test("If-Match: * never creates", async () => {
    const untouched = await fingerprint(licet);
    for (const operation of conditional("PUT")) {
      const current = await readCurrent(operation);
      const [own = ""] = /[^/]+$/.exec(current.path) ?? [];
      const path = current.path.replace(
        /[^/]+$/,
        operation.path.endsWith("{access_key}") ? "ak_nobody" : "nobody",
      );
      // Without its name: a body that contradicts its path is wrong in another way.
      const members = Object.entries(current.body()).filter(([, value]) => value !== own);
      const body = Object.fromEntries(members);
      const answer = await ask({ method: "PUT", path, body, headers: { "if-match": "*" } });
      assert.equal(answer.status, 412, titleOf(operation) + answer.text);
    }
    assert.deepEqual(await fingerprint(licet), untouched);
  });
});

test("RFC 9110 §13.1.1: what was read and then written by another is not deleted either", async () => {
  for (const operation of conditional("PUT")) {
    const { path, etag, body } = await readCurrent(operation);
    assert.equal((await ask({ method: "PUT", path, body: body() })).status, 200);
    const gone = await ask({ method: "DELETE", path: `${path}?cascade=true`, headers: { "if-match": etag } });
    assertProblem(gone, 412, "version_mismatch");
    assert.equal((await ask({ method: "GET", path })).status, 200);
  }
});
