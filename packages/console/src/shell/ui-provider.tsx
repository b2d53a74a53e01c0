import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { type ReactNode, useLayoutEffect } from "react";
import { ToastProvider } from "../components/problems/toasts.tsx";
import { applyTheme } from "../ui/theme.ts";

/** What the primitives need around them, once, at the root. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(applyTheme, []);
  return (
    // The page's policy allows no style elements; what they would say is in styles.css.
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        <ToastProvider>{children}</ToastProvider>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
