import { useSyncExternalStore } from "react";
import { persistedValue } from "../ui/persisted-value.ts";

const stored = persistedValue("licet-console-keys", "on");

/** WCAG 2.1.4: a user can turn off shortcuts of single keys, which speech input may trigger by accident. */
export const keysPreference = {
  areOn: (): boolean => stored.get() === "on",
  set: (on: boolean): void => stored.set(on ? "on" : "off"),
};

export const useKeysPreference = (): boolean => useSyncExternalStore(stored.subscribe, keysPreference.areOn);
