/** Where this project and Licet are. */

export const PORT = Number(process.env.PORT ?? "3000");
export const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4455";
export const AUDIENCE = "https://orders.example.test";
/** What browsers use. Behind a proxy with TLS, give its address: `BASE_URL=https://shop.example.com`. */
export const HOME = process.env.BASE_URL ?? `http://127.0.0.1:${PORT}`;
