import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ExportDialog, type ExportedList } from "./export-dialog.tsx";
import { bulkTexts } from "./texts.ts";

/** Exports every entry that matches the current filters. */
export function ExportButton<Row>({ list }: { readonly list: ExportedList<Row> }) {
  const texts = useTexts(bulkTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {texts.export}
      </Button>
      {open && <ExportDialog list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
