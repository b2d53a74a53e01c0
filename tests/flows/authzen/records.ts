/** The configuration of a small archive. Decisions depend on the subject, on the record, and on properties of the action. */

export const GATEWAY = { client_id: "gateway", client_secret: "gateway-secret-gateway-secret-gateway" };
export const EVALUATOR = { client_id: "evaluator", client_secret: "evaluator-secret-evaluator-secret-eval" };

export const RECORDS = `
resources:
  - name: record
    identifier: https://records.example.test
    actions: { read: { description: Read }, write: { description: Write }, delete: { description: Delete } }
    instances:
      - { id: record-1, attributes: { status: active } }
      - { id: record-2, attributes: { status: archived } }
      - { id: record-3 }
users:
  - { username: alice }
  - { username: bob, attributes: { role: admin } }
applications:
  - { client_id: ${GATEWAY.client_id}, client_secret: ${GATEWAY.client_secret}, name: Gateway, type: service }
  - { client_id: ${EVALUATOR.client_id}, client_secret: ${EVALUATOR.client_secret}, name: Evaluator, type: service }
assignments:
  - { principal: "user:*", permission: record:read }
  - { principal: user:alice, permission: record:write, when: 'resource.attributes.status != "archived"' }
  - { principal: user:alice, permission: record:delete, when: request.context.action.soft }
  - { principal: user:bob, permission: record:write, when: 'subject.attributes.role == "admin" && resource.attributes.status == "archived"' }
  - { principal: application:gateway, permission: record:read, at: record/record-1 }
  - { principal: application:gateway, permission: licet:authzen.evaluate }
  - { principal: application:gateway, permission: licet:authzen.search }
  - { principal: application:evaluator, permission: licet:authzen.evaluate }
`;

export const ALICE = { type: "user", id: "alice" };
export const BOB = { type: "user", id: "bob" };
export const READ = { name: "read" };
export const WRITE = { name: "write" };
export const RECORD_1 = { type: "record", id: "record-1" };
export const RECORD_2 = { type: "record", id: "record-2" };
