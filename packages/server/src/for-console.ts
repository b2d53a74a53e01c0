/**
 * Everything the console takes from the server's source: the words and the formats of the pages, so that the console
 * cannot say anything else. Nothing here may need Node, because it runs in the browser.
 */

export { html, type SafeHtml } from "./http/pages/html.ts";
export { describeUserAgent } from "./http/pages/parts/describe-user-agent.ts";
export { formatDuration } from "./http/pages/parts/time.ts";
export { textsIn } from "./http/pages/texts/texts-in.ts";
