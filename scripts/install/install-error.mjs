/** An error that the user can fix; the message says how. */
export class InstallError extends Error {
  name = "InstallError";

  constructor(message, { exitCode = 1 } = {}) {
    super(message);
    this.exitCode = exitCode;
  }
}
