import { createContext } from "react";

/** Whether the form around a control only shows: a disabled fieldset says so to native controls alone. */
export const ReadOnly = createContext(false);
