import { getRouteApi, Outlet } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { may } from "../../auth/may.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { DeletedHistory } from "../../components/history/deleted-history.tsx";
import { DetailPage } from "../../components/pages/detail-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { clientIdOf, isOwn, nameOf, signsUsersIn, toVersioned } from "./application.ts";
import { ApplicationActions } from "./application-actions.tsx";
import { ApplicationContext } from "./application-context.ts";
import { ApplicationState } from "./application-state.tsx";
import { PlaygroundLink } from "./playground-link.tsx";
import { applicationsTexts } from "./texts.ts";

const route = getRouteApi("/applications/$clientId");

export function ApplicationPage() {
  const { clientId } = route.useParams();
  // Another application is another page: it keeps no state of the previous one.
  return <ApplicationFrame key={clientId} clientId={clientId} />;
}

function ApplicationFrame({ clientId }: { readonly clientId: string }) {
  const texts = useTexts(applicationsTexts);
  const given = { params: { client_id: clientId } };
  const { data, error, refetch } = useRead("GET /applications/{client_id}", given);
  const editable = may("applications.write");
  const application = data?.body;
  return (
    <DetailPage
      title={application ? nameOf(application) : clientId}
      parent={{ label: texts.title, place: { to: "/applications" } }}
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
          {application && <PlaygroundLink application={application} />}
          {data && editable && !isOwn(data.body) && <ApplicationActions application={data.body} />}
        </>
      }
      tabs={{ label: texts.tabs, all: tabsOf(clientId, texts, application?.type) }}
      error={data ? null : error}
      retry={() => void refetch()}
      gone={<DeletedHistory kind="application" id={clientId} />}
    >
      {application && isOwn(application) && <FrameNotice text={texts.ownHint} />}
      {application && !isOwn(application) && !editable && <FrameNotice text={texts.readOnly} />}
      {data ? (
        <ApplicationContext value={{ stored: toVersioned(data), editable }}>
          <Outlet />
        </ApplicationContext>
      ) : (
        <Card>
          <SkeletonText lines={8} />
        </Card>
      )}
    </DetailPage>
  );
}

const FrameNotice = ({ text }: { readonly text: string }) => (
  <div className="mb-5">
    <Notice tone="info">{text}</Notice>
  </div>
);

const tabsOf = (
  clientId: string,
  texts: (typeof applicationsTexts)["en"],
  type: Parameters<typeof signsUsersIn>[0] | undefined,
) =>
  [
    { label: texts.overview, path: "" },
    { label: texts.credentials, path: "/credentials" },
    { label: texts.permissions, path: "/permissions" },
    // A service has no user sign-in, so it has no redirect URIs.
    ...(type === undefined || signsUsersIn(type) ? [{ label: texts.redirects, path: "/redirects" }] : []),
    { label: texts.activity, path: "/activity" },
    { label: texts.history, path: "/history" },
  ].map(({ label, path }) => ({
    label,
    place: { to: `/applications/$clientId${path}`, params: { clientId } },
  }));
