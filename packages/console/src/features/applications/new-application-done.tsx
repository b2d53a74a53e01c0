import { SecretOnce } from "../../components/forms/secret-once.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { LinkButton } from "../../ui/button/link-button.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { type CreatedApplication, nameOf } from "./application.ts";
import { PlaygroundLink } from "./playground-link.tsx";
import { applicationsTexts } from "./texts.ts";

/** The application is registered: shows its secret once, and the next steps. */
export function NewApplicationDone({ application }: { readonly application: CreatedApplication }) {
  const texts = useTexts(applicationsTexts);
  const words = texts.create;
  const clientId = application.client_id;
  const isService = application.type === "service";
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={words.done(nameOf(application))}
        breadcrumbs={[{ label: texts.title, place: { to: "/applications" } }]}
        subtitle={<code>{clientId}</code>}
      />
      {application.client_secret !== undefined && (
        <Section title={words.secretTitle}>
          <SecretOnce
            fileName={clientId}
            values={[
              { name: "LICET_CLIENT_ID", label: words.clientIdLabel, value: clientId },
              {
                name: "LICET_CLIENT_SECRET",
                label: words.clientSecretLabel,
                value: application.client_secret,
              },
            ]}
          />
        </Section>
      )}
      <Section
        title={words.next}
        description={isService ? words.nextHints.service : words.nextHints.users}
        frame="bare"
      >
        <div className="flex flex-wrap gap-2">
          <LinkButton kind="primary" to="/applications/$clientId/permissions" params={{ clientId }}>
            {texts.permissions}
          </LinkButton>
          <PlaygroundLink application={application} />
          <LinkButton to="/applications/$clientId" params={{ clientId }}>
            {words.open}
          </LinkButton>
        </div>
      </Section>
    </div>
  );
}
