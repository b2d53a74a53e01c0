import { useTexts } from "../texts/use-texts.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { uiTexts } from "./texts.ts";

interface VersionConflictProps<Part extends object> {
  readonly conflict: { readonly mine: Part; readonly theirs: Part } | undefined;
  /** What the members are called in the form. */
  readonly labels: Readonly<Record<keyof Part, string>>;
  readonly saving: boolean;
  keepMine(): void;
  takeTheirs(): void;
  /** Closed without an answer. */
  postpone(): void;
}

/** Somebody else was faster (412): both versions side by side where they differ, and the choice between them. */
export function VersionConflict<Part extends object>(props: VersionConflictProps<Part>) {
  const { conflict, labels, saving, keepMine, takeTheirs, postpone } = props;
  const texts = useTexts(uiTexts);
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={postpone}
      title={texts.conflictTitle}
      description={texts.conflictHint}
      size="large"
      footer={
        <>
          <Button onClick={takeTheirs}>{texts.takeTheirs}</Button>
          <Button kind="primary" loading={saving} onClick={keepMine}>
            {texts.keepMine}
          </Button>
        </>
      }
    >
      {conflict && (
        <dl className="grid gap-4">
          {differences(conflict).map((member) => (
            <div key={String(member)} className="grid gap-1.5">
              <dt className="font-medium">{labels[member]}</dt>
              <dd className="grid gap-2 md:grid-cols-2">
                <Version name={texts.mine} value={conflict.mine[member]} />
                <Version name={texts.theirs} value={conflict.theirs[member]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

function Version({ name, value }: { readonly name: string; readonly value: unknown }) {
  const text = written(value);
  return (
    <div className="min-w-0 rounded-control border bg-inset px-3 py-2">
      <span className="block text-sm text-muted">{name}</span>
      <code className="whitespace-pre-wrap">{text === "" ? "—" : text}</code>
    </div>
  );
}

const differences = <Part extends object>({
  mine,
  theirs,
}: {
  readonly mine: Part;
  readonly theirs: Part;
}): readonly (keyof Part)[] =>
  (Object.keys({ ...theirs, ...mine }) as (keyof Part)[]).filter(
    (member) => written(mine[member]) !== written(theirs[member]),
  );

const written = (value: unknown): string =>
  value === undefined || typeof value === "string" ? (value ?? "") : JSON.stringify(value, null, 2);
