import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { downloadText } from "../../ui/button/download-text.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { useToast } from "../problems/toasts.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import { type CsvColumns, csvFileName, csvFrom } from "./csv-columns.ts";
import { type ReadPage, readAllPages } from "./read-all-pages.ts";
import { bulkTexts } from "./texts.ts";

export interface ExportedList<Row> extends CsvColumns<Row> {
  /** The beginning of the file's name. */
  readonly name: string;
  /** Reads one page of the list with the current filters. */
  readonly readPage: ReadPage<Row>;
}

/** Reads the whole list page by page, and saves it as a file. Closing the dialog cancels. Mounted while it is open. */
export function ExportDialog<Row>({ list, onClose }: { readonly list: ExportedList<Row>; onClose(): void }) {
  const texts = useTexts(bulkTexts);
  const ui = useTexts(uiTexts);
  const toast = useToast();
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<{ readonly count: number; readonly total?: number | undefined }>({
    count: 0,
  });
  const [error, setError] = useState<unknown>();
  const latest = useRef({ list, onClose, toast, texts });
  latest.current = { list, onClose, toast, texts };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one attempt reads the list as it was when it began.
  useEffect(() => {
    const controller = new AbortController();
    const { list: exported } = latest.current;
    readAllPages(exported.readPage, controller.signal, (count, total) => setRead({ count, total }))
      .then((rows) => {
        downloadText(csvFileName(exported.name, new Date()), csvFrom(exported, rows), "text/csv");
        latest.current.toast({ title: latest.current.texts.exported(rows.length) });
        latest.current.onClose();
      })
      .catch((problem: unknown) => controller.signal.aborted || setError(problem));
    return () => controller.abort();
  }, [attempt]);

  const retry = () => {
    setError(undefined);
    setRead({ count: 0 });
    setAttempt(attempt + 1);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.exporting}
      description={texts.exportHint}
      size="small"
      footer={<Button onClick={onClose}>{ui.cancel}</Button>}
    >
      {error === undefined ? (
        <BulkProgress
          settled={read.count}
          total={read.total}
          words={
            read.total === undefined
              ? texts.exportRead(read.count)
              : texts.exportOf(read.count, String(read.total))
          }
        />
      ) : (
        <ErrorNotice error={error} title={texts.exportFailed} retry={retry} />
      )}
    </Dialog>
  );
}
