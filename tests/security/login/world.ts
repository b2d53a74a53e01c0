/** The users and applications of the tests of pages. */

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

const GUESSED = Array.from(
  { length: 105 },
  (_, index) => `  - { username: guess${index}, password: ${PASSWORD} }\n`,
).join("");

/**
 * With the users `guess0` to `guess104`, whose passwords are tried from one address. The hashes of test users cost
 * little (hash-cheaply.ts); an attempt for an unknown name costs a hash of production.
 */
export const PEOPLE_AND_GUESSED = PEOPLE.replace("applications:", `${GUESSED}applications:`);
