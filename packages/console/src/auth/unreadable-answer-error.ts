/** What came back is not from Licet, or Licet cannot answer now: a proxy that lost it, too many requests at once. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";
  readonly status: number;

  constructor(status: number) {
    super(`the answer with status ${status} cannot be read`);
    this.status = status;
  }
}
