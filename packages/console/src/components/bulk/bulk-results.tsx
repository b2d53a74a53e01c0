import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { useErrorSentence } from "../problems/use-error-sentence.ts";
import type { Outcome } from "./run-each.ts";
import { bulkTexts } from "./texts.ts";

interface BulkResultsProps<Row> {
  readonly outcomes: readonly Outcome<Row>[];
  nameOf(row: Row): string;
}

/** Lists every row that was not done, with its reason. */
export function BulkResults<Row>({ outcomes, nameOf }: BulkResultsProps<Row>) {
  const texts = useTexts(bulkTexts);
  const sentenceFor = useErrorSentence();
  const count = (state: Outcome<Row>["state"]) => outcomes.filter((one) => one.state === state).length;
  const left = outcomes.filter(({ state }) => state !== "done");
  return (
    <>
      <Notice tone="warning" live title={texts.result(count("done"), count("failed"), count("stopped"))}>
        {texts.resultHint}
      </Notice>
      <ul className="max-h-72 divide-y overflow-y-auto rounded-control border">
        {left.map((outcome, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name; they keep their order.
          <li key={place} className="grid gap-0.5 px-3 py-2">
            <bdi className="font-medium wrap-anywhere">{nameOf(outcome.item)}</bdi>
            <span className="text-sm text-muted">
              {outcome.state === "failed" ? sentenceFor(outcome.error) : texts.notTried}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
