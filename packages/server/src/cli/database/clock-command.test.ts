import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder({ LICET_SECRET: "only an example of a secret of a server" });
after(() => licet.remove());

const HOUR = 3_600_000;

/** As a server would have stored it. */
function storeMark(time: number): void {
  const database = new DatabaseSync(join(licet.path, "data/licet.db"));
  database.prepare("insert into meta (key, value) values ('clock_mark', ?)").run(String(time));
  database.close();
}

test("a time that was ahead is given up once, and the audit log says so", async () => {
  await licet.run(["apply", "-"], "roles: [{ name: clerk }]");
  const accept = () => licet.run(["clock", "accept", "--output", "json"]);
  assert.equal(JSON.parse((await accept()).stdout).accepted, false);
  storeMark(Date.now() + HOUR);
  const { accepted, stored_before, now } = JSON.parse((await accept()).stdout);
  assert.equal(accepted, true);
  assert.ok(Math.abs(Date.parse(stored_before) - Date.parse(now) - HOUR) < 60_000);
  assert.ok(Math.abs(Date.parse(now) - Date.now()) < 60_000);
  assert.match((await licet.run(["clock", "accept"])).stdout, /nothing to accept/);
  const database = new DatabaseSync(join(licet.path, "data/licet.db"));
  const events = database
    .prepare("select count(*) as count from audit_events where type = 'clock.accepted'")
    .get();
  database.close();
  assert.deepEqual({ ...events }, { count: 1 });
});
