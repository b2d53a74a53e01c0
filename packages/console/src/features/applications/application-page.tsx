import { may } from "../../auth/may.ts";
import { KindPage } from "../../components/pages/kind-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { type Application, isOwn, nameOf, signsUsersIn } from "./application.ts";
import { ApplicationActions } from "./application-actions.tsx";
import { ApplicationState } from "./application-state.tsx";
import { PlaygroundLink } from "./playground-link.tsx";
import { applicationsTexts } from "./texts.ts";

export function ApplicationPage() {
  const texts = useTexts(applicationsTexts);
  const editable = may("applications.write");
  const { overview, credentials, permissions, redirects, activity } = texts;
  return (
    <KindPage
      kind="application"
      texts={{ title: texts.title, tabsLabel: texts.tabs }}
      nameOf={nameOf}
      isOwn={isOwn}
      badge={(application) => (
        <>
          <Badge>{texts.types[application.type].name}</Badge>
          <ApplicationState application={application} />
          {isOwn(application) && <Badge tone="info">{texts.own}</Badge>}
        </>
      )}
      subtitle={(_, clientId) => <Copyable text={clientId} />}
      actions={(application) => (
        <>
          <PlaygroundLink application={application} />
          {editable && !isOwn(application) && <ApplicationActions application={application} />}
        </>
      )}
      tabs={(application) => ({
        "": overview,
        credentials,
        permissions,
        // A service has no user sign-in, so it has no redirect URIs.
        ...((!application || signsUsersIn(application.type)) && { redirects }),
        activity,
      })}
      notice={(application) => <FrameNotice application={application} editable={editable} />}
    />
  );
}

interface FrameNoticeProps {
  readonly application: Application;
  readonly editable: boolean;
}

function FrameNotice({ application, editable }: FrameNoticeProps) {
  const texts = useTexts(applicationsTexts);
  if (editable && !isOwn(application)) return null;
  return (
    <div className="mb-5">
      <Notice tone="info">{isOwn(application) ? texts.ownHint : texts.readOnly}</Notice>
    </div>
  );
}
