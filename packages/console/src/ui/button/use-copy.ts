import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";

type CopyState = "idle" | "copied" | "failed";

const SHOWN_MILLISECONDS = 2_500;

/** Copies a text, and reports for a moment whether that succeeded. */
export function useCopy(): { readonly state: CopyState; copy(text: string): Promise<boolean> } {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    async copy(text) {
      const copied = await copyText(text);
      setState(copied ? "copied" : "failed");
      return copied;
    },
  };
}
