import { html, type SafeHtml } from "../html.ts";

export const renderHiddenInputs = (fields: Readonly<Record<string, string>>): readonly SafeHtml[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
