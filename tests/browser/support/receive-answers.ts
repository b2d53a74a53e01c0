import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";

/** An application that only shows the authorization response it received. */
export const receiveAnswers: RequestListener = async (request, response) => {
  const { method, headers, url = "" } = request;
  const answer = method === "POST" ? await text(request) : url.slice(url.indexOf("?") + 1);
  const shown = {
    method,
    ...(headers.origin !== undefined && { origin: headers.origin }),
    ...(headers.referer !== undefined && { referer: headers.referer }),
    ...Object.fromEntries(new URLSearchParams(answer)),
  };
  response.setHeader("content-type", "text/plain").end(JSON.stringify(shown));
};
