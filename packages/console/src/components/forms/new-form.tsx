import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Card } from "../../ui/layout/card.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { LeaveGuard } from "./leave-guard.tsx";

interface NewFormProps {
  /** The list that will contain the object; Cancel leads there. */
  readonly list: Place;
  /** The form has input that would be lost. */
  readonly dirty: boolean;
  onSubmit(): void;
  /** The confirm buttons; the submit button is last. */
  readonly buttons: ReactNode;
  /** A wider form, for rows of fields. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The form of a new object. It reports missing values itself, and asks before unsaved input is lost. */
export function NewForm({ list, dirty, onSubmit, buttons, wide = false, children }: NewFormProps) {
  const texts = useTexts(uiTexts);
  return (
    <>
      <form
        noValidate
        className={wide ? "max-w-5xl" : "max-w-3xl"}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Card className="grid gap-5">
          {children}
          <div className="flex flex-wrap justify-end gap-2 border-t pt-4 max-sm:gap-1.5 max-sm:[&>:is(a,button)]:px-2.5 max-sm:[&>:is(a,button)]:text-sm">
            <PlaceLink place={list} className={buttonClasses("secondary", "medium")}>
              {texts.cancel}
            </PlaceLink>
            {buttons}
          </div>
        </Card>
      </form>
      <LeaveGuard when={dirty} />
    </>
  );
}
