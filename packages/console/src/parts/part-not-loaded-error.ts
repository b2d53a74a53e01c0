type Reason =
  | "unreachable"
  /** The server has a newer version of the console and no longer serves the files of this one. */
  | "new_version"
  | "unknown";

/** A lazily fetched part of the console failed to load. */
export class PartNotLoadedError extends Error {
  override readonly name = "PartNotLoadedError";
  readonly reason: Reason;

  constructor(reason: Reason, options: ErrorOptions) {
    super("a part of the console could not be loaded", options);
    this.reason = reason;
  }
}

/** If the page that the server delivers now names another script, the console has a new version. */
export async function findLoadFailureReason(): Promise<Reason> {
  const script = document.querySelector("script[type=module][src]")?.getAttribute("src");
  try {
    const response = await fetch("/console/", { cache: "no-store" });
    if (!response.ok) return "unreachable";
    const page = await response.text();
    return script == null || page.includes(script) ? "unknown" : "new_version";
  } catch {
    return "unreachable";
  }
}
