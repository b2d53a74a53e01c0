import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiProblem, SignedOutError } from "./api/problem.ts";
import { followOtherTabs } from "./auth/follow-other-tabs.ts";
import { router } from "./router.tsx";
import { UiProvider } from "./shell/ui-provider.tsx";
import { LanguageProvider } from "./texts/use-texts.tsx";
import "./ui/styles.css";

/** A retry does not change a refusal; a lost connection may come back. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof ApiProblem) && !(error instanceof SignedOutError);

const queries = new QueryClient({
  defaultOptions: {
    // The browser's offline flag would only delay the request: a request without a connection fails and says so.
    queries: { retry: shouldRetry, staleTime: 5_000, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
});

followOtherTabs();

const root = document.getElementById("console");
if (!root) throw new Error('the page has no element with the id "console"');
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <QueryClientProvider client={queries}>
        <UiProvider>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>,
);
