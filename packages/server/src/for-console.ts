/**
 * The console's code imports only this server module, so it uses the same texts and formats as the pages. Nothing
 * here may need Node, because it runs in the browser.
 */

export { html, type SafeHtml } from "./http/pages/html.ts";
export { describeUserAgent } from "./http/pages/parts/describe-user-agent.ts";
export { formatDuration } from "./http/pages/parts/time.ts";
export { textsIn } from "./http/pages/texts/texts-in.ts";
