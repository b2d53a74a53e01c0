import { useSyncExternalStore } from "react";
import type { LicetPermission } from "./licet-permission.ts";
import { currentTokens } from "./tokens.ts";

/** Whether this user holds a permission of Licet: for what to offer. What is done is decided by the server. */
export const may = (permission: LicetPermission): boolean =>
  currentTokens()?.permissions.has(`licet:${permission}`) ?? false;

export const mayDoAnything = (): boolean =>
  [...(currentTokens()?.permissions ?? [])].some((permission) => permission.startsWith("licet:"));

const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The same, for what is to change as soon as the permissions were refreshed (auth/refresh-permissions.ts). */
export function useMay(): typeof may {
  useSyncExternalStore(subscribe, () => currentTokens()?.permissions);
  return may;
}

/** Other tokens came, which may know of other permissions. */
export function announcePermissions(): void {
  for (const listener of listeners) listener();
}
