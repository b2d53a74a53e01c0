/** The server was not reachable. The console keeps the input, and a retry may succeed. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
