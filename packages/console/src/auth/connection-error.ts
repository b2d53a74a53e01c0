/** The server could not be reached: nothing was lost, and trying again may help. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
