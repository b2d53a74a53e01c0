import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ROLES_PER_USER, roleName, rolesOf, userId } from "../permission-population.ts";
import { readProcessUsage } from "../process-usage.ts";
import type { ReadDatabaseSeconds } from "../report/measurement.ts";
import type { ServerProcess } from "../server-process.ts";

export interface Imported {
  readonly perSecond: number;
  /** Processor time of one assignment, that of the database included. */
  readonly microseconds: number;
  /** Of the largest process of the server. */
  readonly peakMegabytes: number;
}

const USERS_PER_CHUNK = 100;

/** Sends the assignments of all users in one request, and checks that each was created. */
export async function importAssignments(
  server: ServerProcess,
  authorization: string,
  users: number,
  readDatabaseSeconds: ReadDatabaseSeconds = () => 0,
): Promise<Imported> {
  const assignments = users * ROLES_PER_USER;
  const cpuBefore = readProcessUsage(server.pid).cpuSeconds + readDatabaseSeconds();
  const startedAt = performance.now();
  const answer = await send(server.port, authorization, users);
  const seconds = (performance.now() - startedAt) / 1000;
  const usage = readProcessUsage(server.pid);
  const cpuSeconds = usage.cpuSeconds + readDatabaseSeconds() - cpuBefore;
  assert.equal(answer.created, assignments);
  assert.equal(answer.last_line_stored, assignments);
  return {
    perSecond: assignments / seconds,
    microseconds: (cpuSeconds * 1e6) / assignments,
    peakMegabytes: Math.max(...usage.processes.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

async function send(port: number, authorization: string, users: number) {
  const outgoing = request({
    host: "127.0.0.1",
    port,
    path: "/api/v1/import",
    method: "POST",
    headers: { authorization, "content-type": "application/x-ndjson" },
    agent: false,
  });
  // A server that refuses closes the connection before it has read everything.
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  const sent = pipeline(Readable.from(writeLines(users)), outgoing);
  const [response] = await Promise.race([answered, sent.then(() => answered)]);
  const body = await text(response);
  if (response.statusCode !== 200)
    throw new Error(`/api/v1/import answered ${response.statusCode}: ${body.slice(0, 300)}`);
  await sent;
  return JSON.parse(body) as { created: number; last_line_stored: number };
}

function* writeLines(users: number): Generator<string> {
  for (let first = 0; first < users; first += USERS_PER_CHUNK) {
    const last = Math.min(first + USERS_PER_CHUNK, users);
    yield Array.from({ length: last - first }, (_, index) => linesOf(first + index)).join("");
  }
}

const linesOf = (user: number): string =>
  rolesOf(user)
    .map((role) => ({ kind: "assignment", principal: `user:${userId(user)}`, role: roleName(role) }))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
