/** A configuration in which every route has an entity to work on: each of them is called `spare`. */

export const secretOf = (clientId: string): string => `${clientId}-secret`.padEnd(40, "-");

export const service = (id: string, more = ""): string =>
  `  - { client_id: ${id}, client_secret: "${secretOf(id)}", name: ${id}, type: service${more} }`;

const accounts = (id: string): string =>
  `, access_accounts: [{ access_key: ak_${id}, secret_key: "${secretOf(`ak_${id}`)}" }]`;

export const WORLD = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders }, write: { description: Change orders }, refund: { description: Give money back } }
    instances: [{ id: eu }, { id: "42", parent: eu }]
  - name: spare
    identifier: https://spare.example.test
    actions: { read: { description: See it } }
    instances: [{ id: spare }]
permissions:
  - { name: billing_admin, description: Everything about bills }
  - { name: spare, description: Nobody needs it }
roles:
  - { name: viewer, grants: [orders:read] }
  - { name: clerk, inherits: [viewer], grants: [orders:write] }
  - { name: spare, grants: [spare:read] }
groups:
  - { name: staff, members: [user:alice] }
  - { name: spare, members: [user:spare] }
users:
  - { username: alice, email: alice@example.test, name: Alice, attributes: { department: sales } }
  - { username: bob }
  - { username: spare }
applications:
${["admin", "second", "retired", "dismissed", "orders-app"].map((id) => service(id)).join("\n")}
${service("narrow", `, access_accounts: [{ access_key: ak_narrow, secret_key: "${secretOf("ak_narrow")}", ceiling: [orders:read] }]`)}
${service("spare", accounts("spare"))}
  - { client_id: console, name: A console, type: web, client_secret: "${secretOf("console")}", redirect_uris: ["https://console.example.test/callback"], delegated: ["licet:*"] }
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:second, role: licet-administrator }
  - { principal: application:retired, role: licet-administrator }
  - { principal: application:dismissed, permission: "licet:*" }
  - { principal: application:narrow, permission: "licet:*" }
  - { principal: application:orders-app, role: clerk }
  - { principal: user:alice, role: viewer }
  - { principal: user:spare, permission: spare }
`;
