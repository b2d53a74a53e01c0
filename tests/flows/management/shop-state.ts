import { secretOf } from "./api-client.ts";

/** The lines of an application that can get tokens. */
export const writeService = (id: string) =>
  `  - { client_id: ${id}, client_secret: "${secretOf(id)}", name: ${id}, type: service }`;

/** A shop, and applications of which only `admin` has permissions: it is an administrator of Licet. */
export const SHOP_STATE = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders }, write: { description: Change orders }, refund: { description: Give money back } }
permissions:
  - { name: billing_admin, description: Everything about bills }
roles:
  - { name: viewer, grants: [orders:read] }
  - { name: clerk, inherits: [viewer], grants: [orders:write] }
  - { name: every, grants: ["orders:*"] }
groups:
  - { name: staff }
  - { name: back-office, members: [group:staff] }
users:
  - { username: alice, email: alice@example.test, name: Alice, attributes: { department: sales } }
  - { username: bob }
applications:
${["admin", "second", "clerk-app", "target"].map(writeService).join("\n")}
  - { client_id: phone, name: A phone, type: native, redirect_uris: ["http://127.0.0.1/callback"] }
assignments:
  - { principal: application:admin, role: licet-administrator }
`;
