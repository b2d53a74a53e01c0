import type { Language } from "./choose-language.ts";
import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { ICONS } from "./parts/icons.ts";
import type { FailureText, PageFailure } from "./texts/texts.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface ErrorView extends FailureText {
  readonly requestId: string;
  /** The detail for a developer, in the words of the protocol. */
  readonly detail?: string;
  /** The page on which users sign out themselves, when a logout request failed. */
  readonly signOutPath?: string;
  /** The console, when it may be what the user was looking for. */
  readonly consolePath?: string;
}

/** The words for a failure that we know. */
export const describeFailure = (failure: PageFailure, language: Language): FailureText =>
  textsIn(language).error.failures[failure];

export function renderErrorPage(frame: PageFrame, view: ErrorView): string {
  const texts = textsIn(frame.language).error;
  return renderLayout(frame, {
    title: view.title,
    isProblem: true,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<span class="emblem monogram warning">${ICONS.alert}</span>
<h1>${view.title}</h1>
<p class="lead">${view.whatHappened}</p>
</div>
<dl class="explained">
<dt>${texts.whatToDo}</dt><dd>${view.whatToDo}</dd>
<dt>${texts.whoCanFix}</dt><dd>${texts.fixers[view.fixer]}</dd>
${view.detail !== undefined && html`<dt>${texts.technical}</dt><dd><code>${view.detail}</code></dd>`}
</dl>
${view.signOutPath !== undefined && html`<p><a class="button block" href="${view.signOutPath}"><span>${textsIn(frame.language).account.signOut}</span></a></p>`}
${view.consolePath !== undefined && html`<p><a class="button block" href="${view.consolePath}"><span>${texts.toConsole}</span></a></p>`}
<p class="aside request-id">${texts.requestId} <code>${view.requestId}</code><br>${texts.requestIdHint}</p>
</div>`,
  });
}
