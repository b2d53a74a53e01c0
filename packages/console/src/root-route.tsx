import { createRootRoute, Outlet } from "@tanstack/react-router";
import { SessionOverDialog } from "./auth/session-over-dialog.tsx";
import { SignInGate } from "./auth/sign-in-gate.tsx";
import { NoSuchView } from "./shell/no-such-view.tsx";
import { Shell } from "./shell/shell.tsx";

/** Every view is below: nobody sees one without being signed in. */
export const rootRoute = createRootRoute({
  component: () => (
    <SignInGate>
      <Shell>
        <Outlet />
      </Shell>
      <SessionOverDialog />
    </SignInGate>
  ),
  notFoundComponent: NoSuchView,
});
