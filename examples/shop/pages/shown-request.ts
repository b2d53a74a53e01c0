import { html, type SafeHtml } from "./html.ts";

/** A past or future request of the shop. A developer can repeat it in a terminal. */
export interface ShownRequest {
  /** The purpose of the request, in a few words. */
  readonly title: string;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

export function formatCurl({ method, url, headers = {}, form = {} }: ShownRequest): string {
  const parts = [
    `curl -i${method === "POST" ? " -X POST" : ""} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...Object.entries(form).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
  ];
  return parts.join(" \\\n  ");
}

/** Quotes a text for a POSIX shell. Single quotes disable all special characters; a single quote itself is escaped. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A block to read or copy. It scrolls sideways, so the keyboard must be able to reach it. */
export const renderCode = (label: string, text: string): SafeHtml =>
  html`<pre class="code" tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`;

export const renderRequest = (request: ShownRequest): SafeHtml =>
  html`<h3>${request.title}</h3>
${renderCode(request.title, formatCurl(request))}
`;
