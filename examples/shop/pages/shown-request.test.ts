import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { formatCurl } from "./shown-request.ts";

test("a request can be pasted into a shell, and nothing in it is run", () => {
  const hostile = "$(touch /tmp/x) `id` ' \" \\ ; & | !";
  const command = formatCurl({
    title: "Token request",
    method: "POST",
    url: "https://id.test/oidc/token?a=1&b='2'",
    headers: { Authorization: "Basic eDp5" },
    form: { scope: hostile },
  });
  // The shell prints the arguments as it parsed them.
  const words = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    encoding: "utf8",
  });
  assert.deepEqual(words.trimEnd().split("\n"), [
    "-i",
    "-X",
    "POST",
    "https://id.test/oidc/token?a=1&b='2'",
    "-H",
    "Authorization: Basic eDp5",
    "--data-urlencode",
    `scope=${hostile}`,
  ]);
});
