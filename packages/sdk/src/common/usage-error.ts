import { LicetError } from "./licet-error.ts";

/** A mistake of the developer, such as an option that cannot work. The message says what to write. */
export class UsageError extends LicetError {
  override readonly name = "UsageError";

  constructor(message: string, options?: ErrorOptions) {
    super("invalid_usage", message, options);
  }
}
