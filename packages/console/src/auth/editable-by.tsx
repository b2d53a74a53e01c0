import { Fieldset } from "@base-ui/react/fieldset";
import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.tsx";
import { ReadOnly } from "../ui/read-only.ts";
import { useMay } from "./may.ts";
import { MissingRight } from "./missing-right.tsx";
import type { Right } from "./right.ts";
import { rightsTexts } from "./rights-texts.ts";

interface EditableByProps {
  readonly right: Right;
  /** Where the form ends: it is left out for those who could not save. */
  readonly end: ReactNode;
  readonly children: ReactNode;
}

/** A form for those who may change something. Others read it, and are told what they lack. */
export function EditableBy({ right, end, children }: EditableByProps) {
  const texts = useTexts(rightsTexts);
  const isEditable = useMay()(right);
  return (
    <>
      {!isEditable && <MissingRight permissions={[`licet:${right}`]} title={texts.readOnly} />}
      <Fieldset.Root disabled={!isEditable} className="contents">
        <ReadOnly value={!isEditable}>{children}</ReadOnly>
      </Fieldset.Root>
      {isEditable && end}
    </>
  );
}
