import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { classNames } from "../../ui/class-names.ts";
import { GiveDialog } from "../assignments/give-dialog.tsx";
import { usePrincipalNames } from "../assignments/use-principal-names.ts";
import { type Mend, type NearMiss, principalsOf, worthSaying } from "./mend.ts";
import { type AskInstead, type Giving, MendLine } from "./mend-line.tsx";
import { mendTexts } from "./texts.ts";

interface MendListProps {
  readonly mends: readonly Mend[];
  readonly nearMisses: readonly NearMiss[];
  /** The instance that was asked about: roles are given there. */
  readonly at?: string | undefined;
  /** The application that asks, when it is one. */
  readonly clientId?: string | undefined;
  readonly ask?: AskInstead | undefined;
  /** Rows fill a card from side to side; lines stand below something. */
  readonly look: "rows" | "lines";
  /** Something was given, or taken back: the question has another answer now. */
  onChanged?(): void;
}

/** What would turn a no into a yes. Each that changes something is confirmed first. */
export function MendList({ mends, nearMisses, at, clientId, ask, look, onChanged }: MendListProps) {
  const texts = useTexts(mendTexts);
  const [giving, setGiving] = useState<Giving | undefined>(undefined);
  const shown = worthSaying(mends, nearMisses, at);
  const nameOf = usePrincipalNames([
    ...principalsOf(shown),
    ...nearMisses.flatMap(({ principals, assignment }) => [...principals.slice(0, 1), assignment.principal]),
  ]);
  if (shown.length === 0) return null;
  return (
    <>
      <ul className={look === "rows" ? "divide-y" : "grid gap-1.5 text-sm"} aria-label={texts.title}>
        {shown.map((mend) => (
          <li key={mend.text} className={classNames(look === "rows" && "min-h-12 px-4 py-2")}>
            <MendLine
              mend={mend}
              nearMisses={nearMisses}
              at={at}
              clientId={clientId}
              ask={ask ?? {}}
              nameOf={nameOf}
              onGive={setGiving}
            />
          </li>
        ))}
      </ul>
      {giving && (
        <GiveDialog
          known={giving.known}
          before={giving.before}
          title={texts.confirmTitle}
          onChanged={onChanged}
          onClose={() => setGiving(undefined)}
        />
      )}
    </>
  );
}
