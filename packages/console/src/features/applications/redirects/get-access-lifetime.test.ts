import assert from "node:assert/strict";
import { test } from "node:test";
import { getAccessLifetime } from "./get-access-lifetime.ts";

test("the preview of the consent page uses the lifetimes of this server, or the defaults", () => {
  const lifetimes = { access_token_seconds: 300, refresh_seconds: 86_400 };
  assert.deepEqual(getAccessLifetime(["openid"], lifetimes), { seconds: 300, whileAway: false });
  assert.deepEqual(getAccessLifetime(["offline_access"], lifetimes), { seconds: 86_400, whileAway: true });
  assert.deepEqual(getAccessLifetime(["openid"]), { seconds: 600, whileAway: false });
});
