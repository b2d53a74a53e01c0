import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";

export type CopyState = "idle" | "copied" | "failed";

const SHOWN_MILLISECONDS = 2_500;

/** Copies, and tells for a moment whether it worked. */
export function useCopy(): { readonly state: CopyState; copy(text: string): void } {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    copy: (text) => void copyText(text).then((copied) => setState(copied ? "copied" : "failed")),
  };
}
