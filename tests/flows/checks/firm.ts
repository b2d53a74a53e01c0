/** The configuration of a small firm, and the clients that use the permission API. */

export const ASKER = { client_id: "asker", client_secret: "asker-secret-asker-secret-asker-secret" };
export const STRANGER = { client_id: "stranger", client_secret: "stranger-secret-stranger-secret-stranger" };
export const REPORTS = { client_id: "reports", client_secret: "reports-secret-of-the-tests-and-no-more" };

/** The permissions to see the data that conditions read. */
export const READ_PERMISSIONS = "licet:users.read licet:applications.read licet:resources.read";

/** All permissions that the permission API and AuthZEN require. */
export const ALL_PERMISSIONS = `licet:check licet:explain licet:list licet:simulate licet:changes.read licet:authzen.evaluate licet:authzen.search ${READ_PERMISSIONS}`;

export const FIRM = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders }, write: { description: Change orders }, refund: { description: Give money back } }
    instances:
      - { id: eu }
      - { id: "42", parent: eu, attributes: { owner: alice } }
      - { id: "43", parent: eu, attributes: { owner: bob } }
      - { id: us }
  - name: stock
    identifier: https://stock.example.test
    actions: { read: { description: See what is left } }
permissions:
  - { name: billing_admin, description: Everything about bills }
roles:
  - { name: viewer, grants: [orders:read] }
  - name: clerk
    inherits: [viewer]
    grants:
      - { permission: orders:write, when: 'resource.attributes.owner == subject.name' }
      - { permission: orders:refund, when: 'request.ip.inNetwork("10.0.0.0/8") && client.id == "shop"' }
groups:
  - { name: support, members: [user:bob] }
users:
  - { username: alice, email: alice@example.test, attributes: { department: sales } }
  - { username: bob, email: bob@example.test }
  - { username: carol, enabled: false }
applications:
  - { client_id: ${ASKER.client_id}, client_secret: ${ASKER.client_secret}, name: Asks, type: service }
  - { client_id: ${STRANGER.client_id}, client_secret: ${STRANGER.client_secret}, name: May not ask, type: service }
  - client_id: ${REPORTS.client_id}
    client_secret: ${REPORTS.client_secret}
    name: Nightly reports
    type: service
    access_accounts: [{ access_key: ak_reports, secret_key: ak-reports-secret-key-ak-reports-secret, ceiling: [orders:read] }]
  - { client_id: shop, name: The shop, type: native, redirect_uris: ["http://127.0.0.1/callback"] }
assignments:
  - { principal: user:alice, role: clerk }
  - { principal: user:carol, role: clerk }
  - { principal: group:support, role: viewer, at: orders/eu }
  - { principal: user:bob, permission: billing_admin, expires_at: 2030-01-01T00:00:00Z }
  - { principal: user:bob, permission: stock:read, when: 'request.context.shift == "night" && subject.attributes.badge == "red"' }
  - { principal: application:reports, permission: orders:* }
  - { principal: application:reports, permission: stock:read, when: 'request.ip == "192.0.2.1"' }
${ALL_PERMISSIONS.split(" ")
  .map((permission) => `  - { principal: application:${ASKER.client_id}, permission: "${permission}" }`)
  .join("\n")}
`;
