import type { ReactNode } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { notLoadedTexts } from "./not-loaded-texts.ts";

interface NotLoadedProps {
  readonly error: Error;
  readonly name: string;
  /** The list that contains the object. */
  readonly parent: { readonly label: string; readonly place: Place };
  retry(): void;
  /** Shown when the object does not exist, below the link to the list. */
  readonly children: ReactNode;
}

/** Stands for an object that does not exist, or could not be read. */
export function NotLoaded({ error, name, parent, retry, children }: NotLoadedProps) {
  const texts = useTexts(notLoadedTexts);
  if (!(error instanceof ApiProblem) || error.slug !== "not_found")
    return <ErrorNotice error={error} retry={retry} />;
  return (
    <>
      <Card flush>
        <EmptyState
          icon="search"
          title={texts.goneTitle(name)}
          action={
            <PlaceLink place={parent.place} className={buttonClasses("secondary", "medium")}>
              {texts.back(parent.label)}
            </PlaceLink>
          }
        >
          {texts.goneHint}
        </EmptyState>
      </Card>
      {children}
    </>
  );
}
