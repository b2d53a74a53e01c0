import type { ReactNode } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import type { Tab } from "../../ui/layout/tabs.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { PermittedTabs } from "../permissions/permitted-tabs.tsx";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { detailPageTexts } from "./detail-page-texts.ts";

interface DetailPageProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly description?: ReactNode;
  readonly badge?: ReactNode;
  /** The list that contains the object. */
  readonly parent: { readonly label: string; readonly place: Place };
  readonly actions?: ReactNode;
  readonly tabs: { readonly label: string; readonly all: readonly Tab[] };
  /** The error of the load; null if there is none. */
  readonly error: Error | null;
  retry(): void;
  /** Shown when the object does not exist, below the link to the list. */
  readonly gone?: ReactNode;
  readonly children: ReactNode;
}

/** The page of one object, with tabs. If the object does not exist, the page links to the list. */
export function DetailPage(props: DetailPageProps) {
  const { title, subtitle, description, badge, parent, actions, tabs, error, retry, gone, children } = props;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        description={description}
        badge={badge}
        breadcrumbs={[parent]}
        actions={error ? undefined : actions}
      />
      {error ? (
        <Failed error={error} name={title} parent={parent} retry={retry} gone={gone} />
      ) : (
        <>
          <PermittedTabs label={tabs.label} tabs={tabs.all} />
          {children}
        </>
      )}
    </>
  );
}

interface FailedProps extends Pick<DetailPageProps, "parent" | "retry" | "gone"> {
  readonly error: Error;
  readonly name: string;
}

function Failed({ error, name, parent, retry, gone }: FailedProps) {
  const texts = useTexts(detailPageTexts);
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
      {gone}
    </>
  );
}
