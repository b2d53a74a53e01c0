import { useCallback, useEffect, useState } from "react";

/** By then the first view has what it needs, and the connection is free. */
const AFTER_FIRST_VIEW_MILLISECONDS = 5_000;

interface UsedPart<Module> {
  readonly part: Module | undefined;
  readonly error: unknown;
  retry(): void;
}

/** A part of the console for when it is `wanted`, or beforehand once the first view is there. */
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

  // In good time: later there may be no connection, or another version of the console. A failure is told when the part
  // is wanted.
  useEffect(() => {
    const timer = setTimeout(() => void loadPart().catch(() => undefined), AFTER_FIRST_VIEW_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [loadPart]);

  return { part, error, retry: load };
}
