import assert from "node:assert/strict";
import { test } from "node:test";
import { shareEmail } from "../storage/contract/share-email.ts";
import { reportConfusableUsers } from "./report-confusable-users.ts";
import { ENGINES, openAccounts, someUser } from "./testing/open-accounts.ts";

for (const engine of ENGINES) {
  test(`users who share an address are named at every start until there are none (${engine})`, async (t) => {
    const { here, put, url } = await openAccounts(t, engine);
    const ada = someUser({ email: "ada@example.test" });
    const ben = someUser({ id: "usr_ben", username: "ben", email: "ben@example.test" });
    await put(ada, ben);
    await shareEmail(url, "usr_ben", "Ada@example.test");
    const warnings: object[] = [];
    const report = () =>
      reportConfusableUsers({
        users: here.users,
        meta: here.meta,
        log: { warn: (details) => warnings.push(details) },
      });
    await report();
    await report();
    assert.deepEqual(
      warnings,
      Array.from({ length: 2 }, () => ({ users: ["usr_ada", "usr_ben"], more: false })),
    );
    await put(ben);
    await report();
    await shareEmail(url, "usr_ben", "Ada@example.test");
    await report();
    assert.equal(warnings.length, 2, "once there were none, none can come");
  });
}
