import { createContext } from "react";

/**
 * True if the form is read-only. A disabled fieldset disables only native controls, so the others read this context.
 */
export const ReadOnly = createContext(false);
