import { getRouteApi, Outlet } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useRead } from "../../api/use-api.ts";
import { may } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { clientIdOf, isOwn, nameOf, signsUsersIn, toVersioned } from "./application.ts";
import { ApplicationActions } from "./application-actions.tsx";
import { ApplicationContext } from "./application-context.ts";
import { ApplicationState } from "./application-state.tsx";
import { applicationsTexts } from "./texts.ts";

const route = getRouteApi("/applications/$clientId");

export function ApplicationPage() {
  const { clientId } = route.useParams();
  // Another application is another page: nothing of the one before is kept.
  return <ApplicationFrame key={clientId} clientId={clientId} />;
}

function ApplicationFrame({ clientId }: { readonly clientId: string }) {
  const texts = useTexts(applicationsTexts);
  const given = { params: { client_id: clientId } };
  const { data, error, refetch } = useRead("GET /applications/{client_id}", given);
  const breadcrumbs = [{ label: texts.title, place: { to: "/applications" } }];
  const editable = may("applications.write");

  if (!data && error instanceof ApiProblem && error.status === 404) return <NotFound clientId={clientId} />;
  const application = data?.body;
  return (
    <>
      <PageHeader
        title={application ? nameOf(application) : clientId}
        breadcrumbs={breadcrumbs}
        badge={
          application && (
            <>
              <Badge>{texts.types[application.type].name}</Badge>
              <ApplicationState application={application} />
              {isOwn(application) && <Badge tone="info">{texts.own}</Badge>}
            </>
          )
        }
        subtitle={<Copyable text={application ? clientIdOf(application) : clientId} />}
        actions={
          <>
            <ApiCall call={describeCall("GET /applications/{client_id}", given)} />
            {data && editable && !isOwn(data.body) && <ApplicationActions application={data.body} />}
          </>
        }
      />
      <Tabs label={texts.tabs} tabs={tabsOf(clientId, texts, application?.type)} />
      {application && isOwn(application) && <FrameNotice text={texts.ownHint} />}
      {application && !isOwn(application) && !editable && <FrameNotice text={texts.readOnly} />}
      {data ? (
        <ApplicationContext value={{ stored: toVersioned(data), editable }}>
          <Outlet />
        </ApplicationContext>
      ) : error ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : (
        <Card>
          <SkeletonText lines={8} />
        </Card>
      )}
    </>
  );
}

const FrameNotice = ({ text }: { readonly text: string }) => (
  <div className="mb-5">
    <Notice tone="info">{text}</Notice>
  </div>
);

function NotFound({ clientId }: { readonly clientId: string }) {
  const texts = useTexts(applicationsTexts);
  return (
    <>
      <PageHeader title={clientId} breadcrumbs={[{ label: texts.title, place: { to: "/applications" } }]} />
      <Card>
        <EmptyState
          icon="application"
          title={texts.notFound(clientId)}
          action={<LinkButton to="/applications">{texts.backToList}</LinkButton>}
        >
          {texts.notFoundHint}
        </EmptyState>
      </Card>
    </>
  );
}

const tabsOf = (
  clientId: string,
  texts: (typeof applicationsTexts)["en"],
  type: Parameters<typeof signsUsersIn>[0] | undefined,
) =>
  [
    { label: texts.overview, path: "" },
    { label: texts.credentials, path: "/credentials" },
    { label: texts.permissions, path: "/permissions" },
    // Nobody signs in to a service.
    ...(type === undefined || signsUsersIn(type) ? [{ label: texts.redirects, path: "/redirects" }] : []),
    { label: texts.tryIt, path: "/try" },
    { label: texts.activity, path: "/activity" },
  ].map(({ label, path }) => ({
    label,
    place: { to: `/applications/$clientId${path}`, params: { clientId } },
  }));
