/** What the route handlers share, as the README of the SDK shows it. */

import { auth } from "@licet/sdk/server/next";

const { issuer } = JSON.parse(process.env.CLIENT_TEST_SCENE);

export const protect = auth({ issuer, audience: "https://orders.example.test" });
