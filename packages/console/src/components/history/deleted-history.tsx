import { may } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { History } from "./history.tsx";
import type { HistoryKind } from "./history-kind.ts";
import { historyTexts } from "./texts.ts";

interface DeletedHistoryProps {
  readonly kind: HistoryKind;
  readonly id: string;
}

/** The history of an object that does not exist any more, below the message that it was not found. */
export function DeletedHistory({ kind, id }: DeletedHistoryProps) {
  const texts = useTexts(historyTexts);
  if (!may("audit.read")) return null;
  return (
    <div className="mt-7">
      <History
        kind={kind}
        id={id}
        name={id}
        present={undefined}
        notice={
          kind === "user" && (
            <div className="p-4 pb-2">
              <Notice tone="info">{texts.userGone}</Notice>
            </div>
          )
        }
      />
    </div>
  );
}
