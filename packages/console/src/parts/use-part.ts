import { useCallback, useEffect, useState } from "react";

/** By then the first view has its data, and the connection is free. */
const AFTER_FIRST_VIEW_MILLISECONDS = 5_000;

interface UsedPart<Module> {
  readonly part: Module | undefined;
  readonly error: unknown;
  retry(): void;
}

/** Loads a part of the console when it is `wanted`, or in advance once the first view is complete. */
export function usePart<Module>(loadPart: () => Promise<Module>, wanted: boolean): UsedPart<Module> {
  const [part, setPart] = useState<Module>();
  const [error, setError] = useState<unknown>();

  const load = useCallback(() => {
    setError(undefined);
    loadPart().then((loaded) => setPart(() => loaded), setError);
  }, [loadPart]);

  useEffect(() => {
    if (wanted && !part) load();
  }, [wanted, part, load]);

  // The part loads in advance: later the connection may be gone, or the server may have another version of the console.
  // A failure is reported when the part is wanted.
  useEffect(() => {
    const timer = setTimeout(() => void loadPart().catch(() => undefined), AFTER_FIRST_VIEW_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [loadPart]);

  return { part, error, retry: load };
}
