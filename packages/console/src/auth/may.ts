import { useSyncExternalStore } from "react";
import type { LicetPermission } from "./licet-permission.ts";
import { currentTokens } from "./tokens.ts";

/**
 * Returns true if this user holds a permission of Licet. It decides what the console offers; the server decides each
 * call.
 */
export const may = (permission: LicetPermission): boolean =>
  currentTokens()?.permissions.has(`licet:${permission}`) ?? false;

export const hasAnyPermission = (): boolean =>
  [...(currentTokens()?.permissions ?? [])].some((permission) => permission.startsWith("licet:"));

const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Like `may`, but renders again after the permissions are refreshed (auth/refresh-permissions.ts). */
export function useMay(): typeof may {
  useSyncExternalStore(subscribe, () => currentTokens()?.permissions);
  return may;
}

/** Notifies the listeners: new tokens may carry other permissions. */
export function announcePermissions(): void {
  for (const listener of listeners) listener();
}
