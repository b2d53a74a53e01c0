import { Fragment, type ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon } from "../icons.tsx";
import type { Place } from "../place.ts";
import { PlaceLink } from "../place-link.tsx";
import { uiTexts } from "../texts.ts";
import { useDocumentTitle } from "./use-document-title.ts";

interface PageHeaderProps {
  /** The title of the page and of the browser's tab. */
  readonly title: string;
  readonly description?: ReactNode;
  /** The breadcrumbs, without this page. */
  readonly breadcrumbs?: readonly { readonly label: string; readonly place: Place }[];
  readonly actions?: ReactNode;
  /** A state, shown beside the title. */
  readonly badge?: ReactNode;
  /** An identifier to copy, shown below the title. */
  readonly subtitle?: ReactNode;
}

export function PageHeader({
  title,
  description,
  breadcrumbs = [],
  actions,
  badge,
  subtitle,
}: PageHeaderProps) {
  const texts = useTexts(uiTexts);
  useDocumentTitle(title);
  return (
    <header className="mb-5">
      {breadcrumbs.length > 0 && (
        <nav aria-label={texts.breadcrumbs} className="mb-1.5">
          <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
            {breadcrumbs.map((crumb) => (
              <Fragment key={crumb.label}>
                <li>
                  <PlaceLink place={crumb.place} exact className="hover:text-ink hover:underline">
                    {crumb.label}
                  </PlaceLink>
                </li>
                <li aria-hidden="true">
                  <Icon name="right" className="size-3.5" />
                </li>
              </Fragment>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {/* The heading gets the focus after every navigation (shell/use-page-focus.ts). */}
            <h1
              tabIndex={-1}
              title={title}
              className="line-clamp-2 min-w-0 text-xl font-bold wrap-anywhere outline-none"
            >
              <bdi>{title}</bdi>
            </h1>
            {badge}
          </div>
          {subtitle !== undefined && <div className="mt-0.5 text-sm text-muted">{subtitle}</div>}
          {description !== undefined && (
            <p className="mt-1 line-clamp-3 max-w-prose wrap-anywhere text-muted">{description}</p>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
