import type { Language } from "./choose-language.ts";
import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { ICONS } from "./parts/icons.ts";
import type { Site } from "./site.ts";
import type { FailureText, PageFailure } from "./texts/texts.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface ErrorView extends FailureText {
  readonly requestId: string;
  /** The detail for a developer, in the words of the protocol. */
  readonly detail?: string;
  /** Where the user can go from here. */
  readonly next?: { readonly kind: ErrorNext; readonly path: string };
}

/** To sign out by oneself, when a logout request failed; to the account; to the same page once more; or to the console. */
export type ErrorNext = "sign_out" | "account" | "try_again" | "console";

/** The words for a failure that we know. */
export const describeFailure = (failure: PageFailure, language: Language): FailureText =>
  textsIn(language).error.failures[failure];

/** The texts quote commands (“licet admin link”). They are shown as they can be typed in this installation. */
const createWithProgram =
  ({ program }: Site) =>
  (text: string): string =>
    text.replaceAll("“licet ", () => `“${program} `);

export function renderErrorPage(frame: PageFrame, view: ErrorView): string {
  const texts = textsIn(frame.language).error;
  const withProgram = createWithProgram(frame.site);
  return renderLayout(frame, {
    title: view.title,
    isProblem: true,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<span class="emblem monogram warning">${ICONS.alert}</span>
<h1>${view.title}</h1>
<p class="lead">${withProgram(view.whatHappened)}</p>
</div>
<dl class="explained">
<dt>${texts.whatToDo}</dt><dd>${withProgram(view.whatToDo)}</dd>
<dt>${texts.whoCanFix}</dt><dd>${texts.fixers[view.fixer]}</dd>
${view.detail !== undefined && html`<dt>${texts.technical}</dt><dd><code>${view.detail}</code></dd>`}
</dl>
${view.next && html`<p><a class="button block" href="${view.next.path}">${nextTextOf(frame, view.next.kind)}</a></p>`}
<p class="aside request-id">${texts.requestId} <code>${view.requestId}</code><br>${texts.requestIdHint}</p>
</div>`,
  });
}

function nextTextOf({ language }: PageFrame, kind: ErrorNext): string {
  const { account, signInDone, error } = textsIn(language);
  return {
    sign_out: account.signOut,
    account: signInDone.toAccount,
    try_again: error.tryAgain,
    console: error.toConsole,
  }[kind];
}
