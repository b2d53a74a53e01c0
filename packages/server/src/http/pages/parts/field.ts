import { type Embeddable, html, type SafeHtml } from "../html.ts";
import { ICONS } from "./icons.ts";

interface Field {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** The attributes of the input that are its own. */
  readonly attributes: SafeHtml;
  /** The rule for the input, below it. */
  readonly hint?: { readonly id: string; readonly text: string };
  /** What is wrong with the input. The browser shows no bubble of its own: the forms have `novalidate`. */
  readonly problem?: string | undefined;
  /** A notice about the form as a whole, which this input is a part of. */
  readonly noticeId?: string | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly hasFocus?: boolean | undefined;
}

export const renderTextField = (field: Field): SafeHtml => renderField(field, renderInput(field, "text"));

/** With a button that shows the password. It is hidden until the script of the page has found it. */
export const renderPasswordField = (field: Field & { readonly showPassword: string }): SafeHtml =>
  renderField(
    field,
    html`<div class="secret">${renderInput(field, "password")}<button class="reveal" id="${`${field.id}-show`}" type="button" hidden aria-controls="${field.id}" aria-pressed="false" aria-label="${field.showPassword}" title="${field.showPassword}">${ICONS.eye}${ICONS.eyeOff}</button></div>`,
  );

const renderField = ({ id, label, hint, problem }: Field, input: SafeHtml): SafeHtml =>
  html`<div class="field">
<label for="${id}">${label}</label>
${input}
${problem !== undefined && html`<p class="field-problem" id="${problemIdOf(id)}" role="alert">${ICONS.alert}<span>${problem}</span></p>`}
${hint && html`<p class="hint" id="${hint.id}">${hint.text}</p>`}
</div>`;

function renderInput(field: Field, type: "text" | "password"): SafeHtml {
  const {
    id,
    name,
    attributes,
    hint,
    problem,
    noticeId,
    isInvalid = problem !== undefined,
    hasFocus,
  } = field;
  const describedBy = [noticeId, problem !== undefined && problemIdOf(id), hint?.id]
    .filter(Boolean)
    .join(" ");
  const states: readonly Embeddable[] = [
    describedBy !== "" && html` aria-describedby="${describedBy}"`,
    isInvalid && html` aria-invalid="true"`,
    hasFocus && html` autofocus`,
  ];
  return html`<input id="${id}" name="${name}" type="${type}" ${attributes} required${states}>`;
}

const problemIdOf = (id: string): string => `${id}-problem`;
