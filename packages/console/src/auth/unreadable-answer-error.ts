/** The response is not from Licet, or Licet cannot answer now: a proxy error, or too many requests. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";
  readonly status: number;

  constructor(status: number) {
    super(`the server responded with status ${status}`);
    this.status = status;
  }
}
