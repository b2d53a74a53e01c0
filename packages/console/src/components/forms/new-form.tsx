import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Card } from "../../ui/layout/card.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { LeaveGuard } from "./leave-guard.tsx";

interface NewFormProps {
  /** The list that it will be found in: Cancel leads back there. */
  readonly list: Place;
  /** Something was typed that would be lost. */
  readonly dirty: boolean;
  onSubmit(): void;
  /** The buttons that go on, the one that submits last. */
  readonly buttons: ReactNode;
  /** With more room, for rows of fields. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The form on the page of something new. It says by itself what is missing, and is not left with something typed in it. */
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
          <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
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
