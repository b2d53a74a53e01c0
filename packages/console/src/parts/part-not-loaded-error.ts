type Reason =
  | "unreachable"
  /** The server has another version of the console than the one that runs here: the files of this one are gone. */
  | "new_version"
  | "unknown";

/** A part of the console that is fetched when it is needed did not come. */
export class PartNotLoadedError extends Error {
  override readonly name = "PartNotLoadedError";
  readonly reason: Reason;

  constructor(reason: Reason, options: ErrorOptions) {
    super("a part of the console could not be loaded", options);
    this.reason = reason;
  }
}

/** The page as the server has it now names the script that this one began with, or a newer one. */
export async function findReason(): Promise<Reason> {
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
