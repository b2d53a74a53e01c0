/** A company with texts that no copy may hold, and with a reason for each kind of record. */

export const REPLICA = { client_id: "copier", client_secret: "copier-secret-copier-secret-copier-secret" };
export const WRITER = { client_id: "writer", client_secret: "writer-secret-writer-secret-writer-secret" };

/** Never in a copy, whatever conditions read. */
export const SECRETS = [
  REPLICA.client_secret,
  WRITER.client_secret,
  "secret-key-of-an-access-account-of-it",
  "correct horse battery staple",
  "argon2id",
  "Alice Liddell",
  "described-resource",
  "described-action",
  "described-role",
  "described-group",
  "orders.example.test",
  "callback",
  "Named account",
];
/** In a copy only when a condition reads it, or when usernames are asked for. */
export const USERNAMES = ["alice-l", "bob-l"];
export const EMAILS = ["alice@people.example.test"];
export const APPLICATION_NAMES = ["Nightly reports", "Copies data"];
export const UNREAD_ATTRIBUTES = ["unread-of-a-user", "unread-of-an-instance"];

export const COMPANY = `
resources:
  - name: orders
    display_name: described-resource
    identifier: https://orders.example.test
    actions: { read: { description: described-action }, write: { description: described-action } }
    instances:
      - { id: eu, parent: regions/europe }
      - { id: "42", parent: eu, attributes: { owner: usr, hidden: unread-of-an-instance } }
  - name: regions
    identifier: https://regions.example.test
    actions: { see: { description: described-action } }
    instances: [{ id: world }, { id: europe, parent: world }, { id: asia, parent: world }]
  - name: payroll
    identifier: https://payroll.example.test
    actions: { see: { description: described-action } }
    instances: [{ id: secret-salary }]
permissions:
  - { name: billing_admin, description: described-action }
roles:
  - { name: viewer, description: described-role, grants: [orders:read] }
  - { name: clerk, inherits: [viewer], grants: [{ permission: orders:write, when: 'resource.attributes.owner == "usr"' }] }
  - { name: accountant, grants: [payroll:*, billing_admin] }
  - { name: everything, inherits: [clerk, accountant] }
groups:
  - { name: support, description: described-group, members: [user:alice-l, group:night] }
  - { name: night, members: [user:bob-l] }
users:
  - { username: alice-l, name: Alice Liddell, email: ${EMAILS[0]}, password: correct horse battery staple, attributes: { level: 3, "odd key": 1, hidden: unread-of-a-user } }
  - { username: bob-l, enabled: false }
applications:
  - { client_id: ${REPLICA.client_id}, client_secret: ${REPLICA.client_secret}, name: Copies data, type: service }
  - { client_id: ${WRITER.client_id}, client_secret: ${WRITER.client_secret}, name: Writes data, type: service }
  - client_id: reports
    name: Nightly reports
    type: web
    client_secret: copier-secret-copier-secret-copier-secreu
    redirect_uris: ["http://127.0.0.1:4000/callback"]
    access_accounts: [{ access_key: ak_reports, secret_key: secret-key-of-an-access-account-of-it, name: Named account, ceiling: [orders:read], expires_at: 2040-01-01T00:00:00Z }]
assignments:
  - { principal: user:alice-l, role: clerk, at: orders/eu }
  - { principal: user:alice-l, permission: payroll:see, expires_at: 2040-01-01T00:00:00Z }
  - { principal: user:alice-l, permission: billing_admin }
  - { principal: user:*, permission: regions:see, when: 'subject.attributes.level > 2 && subject.attributes["odd key"] == 1' }
  - { principal: group:night, role: everything }
  - { principal: application:reports, permission: "orders:*" }
  - { principal: access_account:ak_reports, permission: orders:write }
  - { principal: application:${REPLICA.client_id}, permission: licet:replicate }
  - { principal: application:${WRITER.client_id}, role: licet-administrator }
`;
