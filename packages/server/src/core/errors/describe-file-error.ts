const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
};

/** Why a file could not be read, in words; the message of the system where there are none. */
export const describeFileError = (error: unknown): string =>
  REASONS[(error as NodeJS.ErrnoException).code ?? ""] ?? (error as Error).message;
