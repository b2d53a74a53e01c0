// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import { type RawAnswer, sendRequest } from "../send-request.ts";
import { bearer, fingerprint, mapInOrder, pointersOf, send, withGuardedApi } from "./guarded-api.ts";
import {
  findSpareIds,
  type Operation,
  readOperations,
  type SpareIds,
  titleOf,
  validCall,
} from "./operations.ts";

let licet: RunningLicet;
let ids: SpareIds;
/** The operations with a body. */
let operations: readonly Operation[];
let token: string;

withGuardedApi(async (guarded) => {
  ({ licet, token } = guarded);
  ids = await findSpareIds(licet);
  operations = (await readOperations(licet)).filter(({ body, isAuthzen }) => body !== undefined || isAuthzen);
});

/** By node:http, which adds no header of its own. */
function post(
  operation: Operation,
  text: string,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): Promise<RawAnswer> {
  const { method, path } = validCall(operation, ids);
  return sendRequest(method, licet.url + path, {
    headers: { ...bearer(token), ...headers, "content-length": String(Buffer.byteLength(text)) },
    chunks: [text],
  });
}

const slugOf = ({ text }: RawAnswer): string => JSON.parse(text).type.replace("urn:licet:problem:", "");

/** The same refusal at every route, and everything as it was. */
async function assertRefusedEverywhere(
  work: (operation: Operation) => Promise<RawAnswer>,
  expected: (operation: Operation) => string,
): Promise<void> {
  const untouched = await fingerprint(licet);
  const answers = await mapInOrder(operations, work);
  assert.deepEqual(
    answers.map(
      (answer, index) => `${titleOf(operations[index] as Operation)} ${answer.status} ${slugOf(answer)}`,
    ),
    operations.map((operation) => `${titleOf(operation)} ${expected(operation)}`),
  );
  assert.deepEqual(await fingerprint(licet), untouched, "nothing was changed");
}

const validText = (operation: Operation): string => JSON.stringify(validCall(operation, ids).body);

describe("RFC 9110 §15.5.16: only application/json is read (415; AuthZEN 1.0 §10.1.2 knows 400)", () => {
  // A browser sends the first three across sites without asking (Fetch §2.2.2).
  const types: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "text/plain": { "content-type": "text/plain" },
    "a form": { "content-type": "application/x-www-form-urlencoded" },
    "multipart/form-data": { "content-type": "multipart/form-data; boundary=x" },
    none: {},
    "text/json": { "content-type": "text/json" },
    "a JSON of another kind": { "content-type": "application/merge-patch+json" },
    "text/plain with a parameter": { "content-type": "text/plain; application/json" },
    "a longer name": { "content-type": "application/jsonp" },
    XML: { "content-type": "application/xml" },
  };
  for (const [name, headers] of Object.entries(types)) {
    test(name, () =>
      assertRefusedEverywhere(
        (operation) => post(operation, validText(operation), headers),
        ({ isAuthzen }) => (isAuthzen ? "400 bad_request" : "415 unsupported_media_type"),
      ),
    );
  }

  test("and a compressed body is not unpacked", () =>
    assertRefusedEverywhere(
      (operation) =>
        post(operation, validText(operation), {
          "content-type": "application/json",
          "content-encoding": "gzip",
        }),
      () => "415 unsupported_media_type",
    ));
});

describe("RFC 8259 §2: what is no JSON is 400", () => {
  const texts: Readonly<Record<string, string>> = {
    "nothing at all": "",
    "half an object": '{"name":',
    "two objects": "{}{}",
    "a comma too many": '{"name":"x",}',
    "single quotes": "{'name':'x'}",
    "a comment": '{"name":"x"/**/}',
    NaN: '{"name":NaN}',
    "a form": "name=fresh",
    "a raw line break in a text": '{"name":"a\nb"}',
    "a billion laughs": '<!DOCTYPE x [<!ENTITY a "a">]><x>&a;</x>',
    "a member __proto__": '{"__proto__":{"enabled":true,"name":"fresh"}}',
    "__proto__, escaped": '{"\\u005f_proto__":{"polluted":true}}',
    "constructor.prototype": '{"constructor":{"prototype":{"polluted":true}}}',
    "__proto__ far down": '{"name":"fresh","attributes":{"a":[{"__proto__":{"polluted":true}}]}}',
  };
  for (const [name, text] of Object.entries(texts)) {
    test(name, async () => {
      await assertRefusedEverywhere(
        (operation) => post(operation, text),
        () => "400 bad_request",
      );
      assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    });
  }
});

describe("ASVS 2.2.1: what is nested too deep is refused", () => {
  const texts: Readonly<Record<string, string>> = {
    "65 levels": `${'{"a":'.repeat(65)}1${"}".repeat(65)}`,
    "10,000 objects": `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
    "30,000 lists": `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
  };
  for (const [name, text] of Object.entries(texts)) {
    test(name, async () => {
      await assertRefusedEverywhere(
        (operation) => post(operation, text),
        () => "400 invalid_input",
      );
    });
  }

  test("data within a question may have eight levels", async () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
    for (const path of ["/api/v1/check", "/api/v1/check:explain"]) {
      for (const [levels, status] of [
        [7, 200],
        [9, 400],
      ] as const) {
        const body = { subject: "user:alice", permission: "orders:read", context: nested(levels) };
        const answer = await send(licet, { method: "POST", path, body, headers: bearer(token) });
        assert.equal(answer.status, status, answer.text);
        if (status === 400) assert.deepEqual(pointersOf(answer), ["/context"]);
      }
    }
  });
});

describe("RFC 9110 §15.5.14: a body that is too large is 413", () => {
  /** The paths with a reason for larger bodies; none may have more than a megabyte. */
  const LARGE = ["/assignments:batch", "/check:batch", "/simulate", "/access/v1/evaluations"];
  const isLarge = ({ path }: Operation) => LARGE.some((end) => path.endsWith(end));
  const ofSize = (bytes: number) => `{"name":"${"a".repeat(bytes - 11)}"}`;

  test("one byte more than 64 kB, or than a megabyte where many things are named at once", () =>
    assertRefusedEverywhere(
      (operation) => post(operation, ofSize((isLarge(operation) ? 1_048_576 : 65_536) + 1)),
      () => "413 payload_too_large",
    ));

  test("without its length, in chunks", () =>
    assertRefusedEverywhere(
      (operation) => {
        const { method, path } = validCall(operation, ids);
        const chunks = Array.from({ length: isLarge(operation) ? 70 : 10 }, () => "a".repeat(16_384));
        const headers = { ...bearer(token), "content-type": "application/json" };
        return sendRequest(method, licet.url + path, { headers, chunks }).catch(() => CLOSED);
      },
      () => "413 payload_too_large",
    ));

  test("exactly 64 kB is read", async () => {
    const untouched = await fingerprint(licet);
    for (const operation of operations) {
      const answer = await post(operation, ofSize(65_536));
      assert.equal(answer.status, 400, titleOf(operation) + answer.text);
    }
    assert.deepEqual(await fingerprint(licet), untouched);
  });

  test("RFC 6750 §3: who is not let in is told so before the size matters", async () => {
    for (const operation of operations) {
      const { method, path } = validCall(operation, ids);
      const headers = { "content-type": "application/json", "content-length": String(2_000_000) };
      const answer = await sendRequest(method, licet.url + path, { headers, chunks: ["{"] }).catch(
        () => CLOSED,
      );
      assert.equal(answer.status, 401, titleOf(operation));
    }
  });
});

/** The server had said its answer and closed before all of the body was sent: as good as the answer. */
const CLOSED: RawAnswer = {
  status: 413,
  headers: {},
  text: JSON.stringify({ type: "urn:licet:problem:payload_too_large" }),
};
