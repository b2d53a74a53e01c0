import { findReason, PartNotLoadedError } from "./part-not-loaded-error.ts";

/** Fetches a part of the console once. A failure is forgotten as soon as it was told, so that it can be tried again. */
export function createPart<Module>(importPart: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const load = async (): Promise<Module> => {
    try {
      return await importPart();
    } catch (cause) {
      const reason = await findReason();
      loading = undefined;
      throw new PartNotLoadedError(reason, { cause });
    }
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
