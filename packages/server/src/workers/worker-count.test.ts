import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidInputError } from "../core/errors/errors.ts";
import { countWorkers, divideConnections } from "./worker-count.ts";

const sqlite = { workers: undefined, databaseConnections: undefined, databaseUrl: "sqlite:/licet.db" };
const postgres = { ...sqlite, databaseUrl: "postgres://db/licet" };

test("a server has a worker for each core, at most 8, and at most 4 on SQLite", () => {
  const counts = (settings: typeof sqlite) => [1, 2, 4, 8, 64].map((cores) => countWorkers(settings, cores));
  assert.deepEqual(counts(sqlite), [1, 2, 4, 4, 4]);
  assert.deepEqual(counts(postgres), [1, 2, 4, 8, 8]);
});

test("a given number of workers is used, whatever the cores are", () => {
  assert.equal(countWorkers({ ...sqlite, workers: 6 }, 2), 6);
  assert.equal(countWorkers({ ...postgres, workers: 1 }, 8), 1);
});

test("few connections mean fewer workers, unless their number is given", () => {
  assert.equal(countWorkers({ ...postgres, databaseConnections: 9 }, 8), 3);
  assert.equal(countWorkers({ ...postgres, databaseConnections: 3 }, 8), 1);
});

test("the workers divide the connections of the server", () => {
  assert.deepEqual(
    [1, 2, 4, 8].map((workers) => divideConnections(postgres, workers)),
    [20, 10, 5, 4],
  );
  assert.equal(divideConnections({ ...postgres, databaseConnections: 31 }, 3), 10);
});

test("too few connections for the workers are refused with what to set", () => {
  assert.throws(
    () => divideConnections({ ...postgres, databaseConnections: 11 }, 4),
    (error) =>
      error instanceof InvalidInputError && /is 11, .* 4 workers: .* Set it to 12 /.test(error.message),
  );
});
