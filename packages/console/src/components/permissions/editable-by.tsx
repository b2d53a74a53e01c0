import { Fieldset } from "@base-ui/react/fieldset";
import type { ReactNode } from "react";
import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ReadOnly } from "../../ui/form/read-only.ts";
import { MissingPermission } from "./missing-permission.tsx";
import { permissionTexts } from "./permission-texts.ts";

interface EditableByProps {
  readonly permission: LicetPermission;
  /** The end of the form, hidden from users who may not save. */
  readonly end: ReactNode;
  readonly children: ReactNode;
}

/** A form that is read-only without the permission. It then names the missing permission. */
export function EditableBy({ permission, end, children }: EditableByProps) {
  const texts = useTexts(permissionTexts);
  const isEditable = useMay()(permission);
  return (
    <>
      {!isEditable && <MissingPermission permissions={[`licet:${permission}`]} title={texts.readOnly} />}
      <Fieldset.Root disabled={!isEditable} className="contents">
        <ReadOnly value={!isEditable}>{children}</ReadOnly>
      </Fieldset.Root>
      {isEditable && end}
    </>
  );
}
