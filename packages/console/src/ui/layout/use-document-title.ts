import { useEffect } from "react";

/** Sets the title of the browser's tab. The page comes first, because tabs are narrow. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Licet`;
  }, [title]);
}
