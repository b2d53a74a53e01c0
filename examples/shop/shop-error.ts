/** Why a request ends with a page that says so. */
export type ShopFailure =
  | "visit_expired"
  | "invalid_answer"
  | "form_refused"
  | "not_found"
  | "issuer_unavailable"
  | "internal";

export class ShopError extends Error {
  override readonly name = "ShopError";
  readonly failure: ShopFailure;
  /** For developers. It is shown, so it never holds what was sent. */
  readonly detail: string | undefined;

  constructor(failure: ShopFailure, detail?: string) {
    super(detail ?? failure);
    this.failure = failure;
    this.detail = detail;
  }
}
