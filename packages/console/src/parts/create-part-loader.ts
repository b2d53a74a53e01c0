import { findLoadFailureReason, PartNotLoadedError } from "./part-not-loaded-error.ts";

/** Fetches a part of the console once. A failure is reported and not cached, so that a retry fetches again. */
export function createPartLoader<Module>(importPart: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const load = async (): Promise<Module> => {
    try {
      return await importPart();
    } catch (cause) {
      const reason = await findLoadFailureReason();
      loading = undefined;
      throw new PartNotLoadedError(reason, { cause });
    }
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
