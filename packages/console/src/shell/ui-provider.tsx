import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { type ReactNode, useLayoutEffect } from "react";
import { ToastProvider } from "../components/problems/toasts.tsx";
import { applyTheme } from "../ui/theme.ts";

/** The providers that the UI primitives require, once at the root. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(applyTheme, []);
  return (
    // The page's CSP allows no style elements; styles.css contains their rules.
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        <ToastProvider>{children}</ToastProvider>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
