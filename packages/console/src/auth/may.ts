import { currentTokens } from "./tokens.ts";

/** Whether this user holds a permission of Licet: for what to offer. What is done is decided by the server. */
export const may = (action: string): boolean => currentTokens()?.permissions.has(`licet:${action}`) ?? false;

export const mayDoAnything = (): boolean =>
  [...(currentTokens()?.permissions ?? [])].some((permission) => permission.startsWith("licet:"));
