import { type Answer, bearer } from "../../support/api-client.ts";
import { sendDescribed } from "../../support/api-contract.ts";

/** Sends a POST with this body, or a GET without one, and compares the answer with the OpenAPI document. */
export const send = (
  url: string,
  token: string | undefined,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  sendDescribed(
    { url },
    {
      method: body === undefined ? "GET" : "POST",
      path: "",
      body,
      headers: { ...(token !== undefined && bearer(token)), ...headers },
    },
  );
