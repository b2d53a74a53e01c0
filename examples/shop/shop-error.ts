/** The reasons for a problem page. */
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
  /** A detail for developers. The page shows it, so it never contains values from the request. */
  readonly detail: string | undefined;

  constructor(failure: ShopFailure, detail?: string) {
    super(detail ?? failure);
    this.failure = failure;
    this.detail = detail;
  }
}
