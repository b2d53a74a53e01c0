/** A database URL with a password is not repeated: the output may be kept, and the command line was typed for once. */
export const hasPassword = (url: string): boolean => (URL.parse(url)?.password ?? "") !== "";
