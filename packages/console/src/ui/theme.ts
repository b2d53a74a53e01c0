import { useSyncExternalStore } from "react";
import { persistedValue } from "./persisted-value.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const chosenTheme = persistedValue("licet-console-theme", "system");

const currentTheme = (): Theme => THEMES.find((theme) => theme === chosenTheme.get()) ?? "system";

/** `color-scheme` follows from the attribute (styles.css); without the attribute the system setting applies. */
export function applyTheme(): void {
  const theme = currentTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  chosenTheme.set(theme);
  applyTheme();
}

export const useTheme = (): Theme => useSyncExternalStore(chosenTheme.subscribe, currentTheme);
