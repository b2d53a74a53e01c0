import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useTexts } from "../texts/use-texts.tsx";
import { useDocumentTitle } from "../ui/layout/use-document-title.ts";
import { BrokenNotice } from "./broken-notice.tsx";
import { PartNotLoadedError } from "./part-not-loaded-error.ts";
import { partsTexts } from "./texts.ts";

/** Replaces one view; the shell and its navigation stay. */
export function BrokenView({ error, reset }: ErrorComponentProps) {
  const texts = useTexts(partsTexts);
  const router = useRouter();
  const queries = useQueryClient();
  const isMissing = error instanceof PartNotLoadedError;
  useDocumentTitle(isMissing ? texts.notLoaded : texts.broken);
  const retry = async () => {
    // The view may have failed on cached data.
    if (!isMissing) queries.removeQueries({ type: "inactive" });
    await router.invalidate();
    reset();
  };
  return <BrokenNotice error={error} retry={() => void retry()} />;
}

/** Replaces the page when the shell itself fails. */
export function BrokenConsole(props: ErrorComponentProps) {
  return (
    <main className="mx-auto max-w-xl p-8">
      <BrokenView {...props} />
    </main>
  );
}
