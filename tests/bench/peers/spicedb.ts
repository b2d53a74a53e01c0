import assert from "node:assert/strict";
import { JSON_TYPE } from "../loads/check-loads.ts";
import { findFreePort, type ServerCommand, startServer } from "../server-process.ts";
import type { Subject } from "../subject.ts";
import type { Peer } from "./peer.ts";
import { peerQuestions, peerRelationships, type Relationship } from "./peer-checks.ts";
import { runProgram } from "./run-program.ts";
import { inChunks, sendAll, sendJson } from "./send-json.ts";

const KEY = "benchmark only";
/** What a request may write by its defaults. */
const RELATIONSHIPS_PER_WRITE = 1_000;

const SCHEMA = `
definition user {}
definition role { relation member: user }
definition permission {
  relation role: role
  permission granted = role->member
}`;

/**
 * SpiceDB by its HTTP API, with the consistency of its defaults and with the one that Licet has: an answer that is as
 * new as the last write.
 */
export const spiceDb: Peer = {
  name: "SpiceDB",
  program: "spicedb",
  howToGet: "Get it: go install github.com/authzed/spicedb/cmd/spicedb@v1.56.0",
  versionArguments: ["version"],
  async prepare({ program, databaseUrl }, { databases }) {
    const datastore = ["--datastore-engine=postgres", `--datastore-conn-uri=${databaseUrl}?sslmode=disable`];
    await runProgram(program, ["datastore", "migrate", "head", "--skip-release-check", ...datastore]);
    const grpcPort = await findFreePort();
    const metricsPort = await findFreePort();
    const command: ServerCommand = {
      program,
      args: (port) => [
        "serve",
        ...datastore,
        `--grpc-preshared-key=${KEY}`,
        `--grpc-addr=127.0.0.1:${grpcPort}`,
        "--http-enabled",
        `--http-addr=127.0.0.1:${port}`,
        `--metrics-addr=127.0.0.1:${metricsPort}`,
        "--skip-release-check",
        "--telemetry-endpoint=",
        "--log-level=warn",
      ],
      env: () => ({}),
      readyPath: "/openapi.json",
    };
    const authorization = `Bearer ${KEY}`;
    const server = await startServer(command);
    try {
      const url = `http://127.0.0.1:${server.port}/v1`;
      await sendJson(`${url}/schema/write`, { schema: SCHEMA }, { authorization });
      await sendAll([...inChunks(peerRelationships().map(updateOf), RELATIONSHIPS_PER_WRITE)], (updates) =>
        sendJson(`${url}/relationships/write`, { updates }, { authorization }),
      );
    } finally {
      await server.stop();
    }

    const { readCpuSeconds } = await databases.postgres();
    const subject: Subject = { name: "SpiceDB", command, readDatabaseSeconds: readCpuSeconds };
    const createLoad = (consistency: object) => async () => ({
      path: "/v1/permissions/check",
      contentType: JSON_TYPE,
      authorization,
      bodies: peerQuestions.map(({ user, permissionNumber }) =>
        JSON.stringify({
          ...consistency,
          resource: { objectType: "permission", objectId: String(permissionNumber) },
          permission: "granted",
          subject: { object: { objectType: "user", objectId: String(user) } },
        }),
      ),
      check(answer: string, index: number) {
        const expected = peerQuestions[index]?.allowed ? "HAS_PERMISSION" : "NO_PERMISSION";
        assert.equal(JSON.parse(answer).permissionship, `PERMISSIONSHIP_${expected}`);
      },
    });
    return [
      { subject, load: createLoad({}), note: "answers may be 5 s old and come from its cache" },
      {
        subject,
        name: "SpiceDB, full",
        load: createLoad({ consistency: { fullyConsistent: true } }),
        note: "fully consistent",
      },
    ];
  },
};

const updateOf = ({ object, relation, subject }: Relationship) => ({
  operation: "OPERATION_TOUCH",
  relationship: {
    resource: { objectType: object.type, objectId: object.id },
    relation,
    subject: { object: { objectType: subject.type, objectId: subject.id } },
  },
});
