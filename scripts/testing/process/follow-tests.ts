/**
 * node:test follows every promise of its process, to know to which test a nested test, a hook or an error belongs. That
 * takes a tenth of the processor time of a server that runs in the process. It is needed only while a file declares its
 * tests; later, an error that nobody handled is one of the whole file.
 *
 * Node has no option for it, so this module is loaded before node:test, and keeps the hook that node:test creates.
 */

import asyncHooks, { type AsyncHook } from "node:async_hooks";

let hook: AsyncHook | undefined;
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook;
  hook = createHook(callbacks);
  return hook;
};

/** Called before a file declares its tests. */
export const followTests = (): void => void hook?.enable();

/** Called when all tests of a file are declared. */
export const leaveTests = (): void => void hook?.disable();
