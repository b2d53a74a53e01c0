import { createRootRoute, Outlet } from "@tanstack/react-router";
import { SessionDialog } from "./components/session/session-dialog.tsx";
import { SignInGate } from "./components/session/sign-in-gate.tsx";
import { ViewGate } from "./components/session/view-gate.tsx";
import { BrokenConsole } from "./parts/broken-view.tsx";
import { NoSuchView } from "./shell/no-such-view.tsx";
import { Shell } from "./shell/shell.tsx";

/** The parent of every view: all of them require a signed-in user. */
export const rootRoute = createRootRoute({
  component: () => (
    <SignInGate>
      <Shell>
        <ViewGate>
          <Outlet />
        </ViewGate>
      </Shell>
      <SessionDialog />
    </SignInGate>
  ),
  notFoundComponent: NoSuchView,
  errorComponent: BrokenConsole,
});
