/** The people and applications of the tests of pages. */

export const PASSWORD = "correct horse battery";

export const PEOPLE = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders }, write: { description: Change orders } }
users:
  - { username: ada, password: ${PASSWORD}, email: ada@example.test, name: Ada }
  - { username: ben, password: ${PASSWORD}, email: ben@example.test }
  - { username: dora, password: ${PASSWORD}, enabled: false }
  - { username: nopass }
applications:
  - { client_id: shop, client_secret: shop-secret-shop-secret-shop-secret, name: The shop, type: web, first_party: true, redirect_uris: ["https://shop.example.test/callback"] }
`;
