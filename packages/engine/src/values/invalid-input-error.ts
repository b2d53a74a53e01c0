import type { InputIssue } from "./input-issue.ts";

/** Input that its author can correct: a file, a setting, an argument of a command. The message says how. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly issue: InputIssue;

  constructor(message: string, options: ErrorOptions & { readonly issue?: InputIssue } = {}) {
    super(message, options);
    this.issue = options.issue ?? { code: "invalid" };
  }
}

/** The conditions of one request take more work than allowed. Work is counted, so the same request fails again. */
export class TooMuchWorkError extends InvalidInputError {
  constructor() {
    super(
      "the conditions of this request take too much work together; ask for less at once, or send less data",
      {
        issue: { code: "too_much_work" },
      },
    );
  }
}
