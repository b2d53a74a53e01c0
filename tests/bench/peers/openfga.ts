import assert from "node:assert/strict";
import { JSON_TYPE } from "../loads/check-loads.ts";
import { findFreePort, type ServerCommand, startServer } from "../server-process.ts";
import type { Peer } from "./peer.ts";
import { peerQuestions, peerRelationships, type Relationship } from "./peer-checks.ts";
import { runProgram } from "./run-program.ts";
import { inChunks, sendAll, sendJson } from "./send-json.ts";

/** What a request may write by its defaults. */
const TUPLES_PER_WRITE = 100;

const MODEL = {
  schema_version: "1.1",
  type_definitions: [
    { type: "user" },
    {
      type: "role",
      relations: { member: { this: {} } },
      metadata: { relations: { member: { directly_related_user_types: [{ type: "user" }] } } },
    },
    {
      type: "permission",
      relations: {
        role: { this: {} },
        granted: {
          tupleToUserset: { tupleset: { relation: "role" }, computedUserset: { relation: "member" } },
        },
      },
      metadata: { relations: { role: { directly_related_user_types: [{ type: "role" }] } } },
    },
  ],
};

/** OpenFGA. By its defaults it caches no answers. */
export const openFga: Peer = {
  name: "OpenFGA",
  program: "openfga",
  howToGet: "Get it: go install github.com/openfga/openfga/cmd/openfga@v1.19.0",
  versionArguments: ["version"],
  async prepare({ program, databaseUrl }, { databases }) {
    const datastore = {
      OPENFGA_DATASTORE_ENGINE: "postgres",
      OPENFGA_DATASTORE_URI: `${databaseUrl}?sslmode=disable`,
    };
    await runProgram(program, ["migrate"], datastore);
    const grpcPort = await findFreePort();
    const metricsPort = await findFreePort();
    const command: ServerCommand = {
      program,
      args: ["run"],
      env: (port) => ({
        ...datastore,
        OPENFGA_HTTP_ADDR: `127.0.0.1:${port}`,
        OPENFGA_GRPC_ADDR: `127.0.0.1:${grpcPort}`,
        OPENFGA_METRICS_ADDR: `127.0.0.1:${metricsPort}`,
        OPENFGA_PLAYGROUND_ENABLED: "false",
        OPENFGA_LOG_LEVEL: "warn",
      }),
      readyPath: "/healthz",
    };
    const server = await startServer(command);
    let path: string;
    let modelId: string;
    try {
      const url = `http://127.0.0.1:${server.port}/stores`;
      const { id } = (await sendJson(url, { name: "bench" })) as { id: string };
      const model = await sendJson(`${url}/${id}/authorization-models`, MODEL);
      modelId = (model as { authorization_model_id: string }).authorization_model_id;
      await sendAll([...inChunks(peerRelationships().map(tupleOf), TUPLES_PER_WRITE)], (tuples) =>
        sendJson(`${url}/${id}/write`, {
          writes: { tuple_keys: tuples },
          authorization_model_id: modelId,
        }),
      );
      path = `/stores/${id}/check`;
    } finally {
      await server.stop();
    }
    return [
      {
        subject: {
          name: "OpenFGA",
          command,
          readDatabaseSeconds: (await databases.postgres()).readCpuSeconds,
        },
        load: async () => ({
          path,
          contentType: JSON_TYPE,
          bodies: peerQuestions.map(({ user, permissionNumber }) =>
            JSON.stringify({
              tuple_key: {
                user: `user:${user}`,
                relation: "granted",
                object: `permission:${permissionNumber}`,
              },
              authorization_model_id: modelId,
            }),
          ),
          check(answer, index) {
            assert.equal(JSON.parse(answer).allowed, peerQuestions[index]?.allowed);
          },
        }),
      },
    ];
  },
};

const tupleOf = ({ object, relation, subject }: Relationship) => ({
  user: `${subject.type}:${subject.id}`,
  relation,
  object: `${object.type}:${object.id}`,
});
