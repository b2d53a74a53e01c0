import { html, type SafeHtml } from "../html.ts";
import { isOwnPath } from "../web-url.ts";

export interface ShownApplication {
  readonly name: string;
  /** A path of this server. Other URLs are not loaded: they would reveal the user to another server. */
  readonly logoUrl?: string;
}

/** In a sentence. Set apart, so that a name in another direction of writing cannot turn the words around it. */
export const renderName = (name: string): SafeHtml => html`<bdi class="name">${name}</bdi>`;

/** The logo, or the first letter. */
export function renderEmblem({ name, logoUrl }: ShownApplication): SafeHtml {
  if (logoUrl !== undefined && isOwnPath(logoUrl))
    return html`<img class="emblem" src="${logoUrl}" alt="" width="56" height="56">`;
  return html`<span class="emblem monogram" aria-hidden="true">${firstLetter(name)}</span>`;
}

/** A person, as a round letter. */
export const renderAvatar = (name: string): SafeHtml =>
  html`<span class="avatar monogram" aria-hidden="true">${firstLetter(name)}</span>`;

export const firstLetter = (name: string): string => {
  const [letter] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim());
  return letter?.segment.toLocaleUpperCase() ?? "·";
};
