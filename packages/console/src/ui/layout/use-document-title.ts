import { useEffect } from "react";

/** What the browser's tab says: the page first, since tabs are narrow. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Licet`;
  }, [title]);
}
