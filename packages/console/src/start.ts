/**
 * The first script of the page, and a small one. A page that was just opened has no tokens, and most often it only
 * redirects: to the sign-in page, or as the sign-in window to its opener. The console itself is loaded where it is shown.
 */

import { isCallback, receiveAuthorizationResponse } from "./auth/authorization-response.ts";
import { leaveToSignIn } from "./auth/leave-to-sign-in.ts";
import { isPlaygroundCallback } from "./auth/playground/sign-in-request.ts";
import { isSignInWindow, postResponseToOpener } from "./auth/sign-in-window.ts";

const showConsole = () => import("./main.tsx");

if (isPlaygroundCallback()) void showConsole();
else if (!isCallback())
  leaveToSignIn().catch(showConsole); // It tries again, and shows the error.
else if (isSignInWindow()) postResponseToOpener();
else {
  receiveAuthorizationResponse();
  void showConsole();
}
