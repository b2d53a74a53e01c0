import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonClasses } from "../../ui/button-classes.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { Section } from "../../ui/section.tsx";
import type { Assignment } from "../assignments/assignment.ts";
import { GiveDialog } from "../assignments/give-dialog.tsx";
import { placeOfPrincipal } from "../assignments/principal.ts";
import { usePrincipalNames } from "../assignments/use-principal-names.ts";
import { listRemedies, type Remedy } from "./list-mends.ts";
import type { Denied, Question } from "./question.ts";
import { checkTexts } from "./texts.ts";

interface MendsProps {
  readonly question: Question;
  readonly answer: Denied;
  onAsk(change: Question): void;
}

interface Giving {
  readonly known: Assignment;
  readonly before?: Assignment;
}

/** What would turn the no into a yes. Each that changes something is confirmed first; then the check asks again. */
export function Mends({ question, answer, onAsk }: MendsProps) {
  const texts = useTexts(checkTexts);
  const [giving, setGiving] = useState<Giving | undefined>(undefined);
  const remedies = listRemedies(question, answer);
  const nameOf = usePrincipalNames([
    question.subject ?? "",
    ...remedies.flatMap((remedy) => ("assignment" in remedy ? [remedy.assignment.principal] : [])),
  ]);
  const subjectPlace = placeOfPrincipal(question.subject ?? "");
  if (remedies.length === 0) return null;

  const line = (remedy: Remedy): ReactNode => {
    switch (remedy.kind) {
      case "give": {
        const { principal, role, permission = "", at } = remedy.assignment;
        const { label } = nameOf(principal);
        return (
          <Line
            icon={role === undefined ? "lock" : "role"}
            words={
              role === undefined
                ? texts.mends.givePermission(label, permission, at)
                : texts.mends.giveRole(label, role, at)
            }
            action={
              <Button size="small" onClick={() => setGiving({ known: remedy.assignment })}>
                {texts.mends.give}
              </Button>
            }
          />
        );
      }
      case "prolong": {
        const { expires_at: _, ...rest } = remedy.assignment;
        return (
          <Line
            icon="clock"
            words={texts.mends.prolong(rest.role ?? rest.permission ?? "")}
            action={
              <Button size="small" onClick={() => setGiving({ known: rest, before: remedy.assignment })}>
                {texts.mends.prolongNow}
              </Button>
            }
          />
        );
      }
      case "ask_there":
        return (
          <Line
            icon="resource"
            words={texts.mends.askThere(remedy.resource)}
            action={
              <Button size="small" onClick={() => onAsk({ resource: remedy.resource })}>
                {texts.mends.ask}
              </Button>
            }
          />
        );
      case "say":
        return (
          <Line
            icon="code"
            words={texts.mends.say(remedy.names.join(", "))}
            action={
              contextFor(remedy.names) && (
                <Button
                  size="small"
                  onClick={() => onAsk({ context: { ...question.context, ...contextFor(remedy.names) } })}
                >
                  {texts.mends.fillIn}
                </Button>
              )
            }
          />
        );
      case "satisfy":
        return (
          <Line
            icon="code"
            words={
              <>
                {texts.mends.satisfy} <code>{remedy.source}</code>
              </>
            }
            // What is stored about the subject can be changed there.
            action={
              subjectPlace &&
              remedy.source.includes("subject.") && (
                <PlaceLink place={subjectPlace} className={buttonClasses("secondary", "small")}>
                  {texts.mends.openSubject(nameOf(question.subject ?? "").label)}
                </PlaceLink>
              )
            }
          />
        );
      case "hint":
        return <Line icon="info" words={<span lang="en">{remedy.text}</span>} />;
    }
  };

  return (
    <Section
      title={texts.mends.title}
      description={texts.mends.hint}
      frame="flush"
      actions={
        <LinkButton
          size="small"
          icon="plus"
          to="/assignments/new"
          search={{
            ...(question.subject !== undefined && { principal: question.subject }),
            ...(question.resource !== undefined && { at: question.resource }),
          }}
        >
          {texts.mends.other}
        </LinkButton>
      }
    >
      <ul className="divide-y">
        {remedies.map((remedy) => (
          <li key={JSON.stringify(remedy)}>{line(remedy)}</li>
        ))}
      </ul>
      {giving && (
        <GiveDialog
          known={giving.known}
          before={giving.before}
          title={texts.mends.confirmTitle}
          onClose={() => setGiving(undefined)}
        />
      )}
    </Section>
  );
}

interface LineProps {
  readonly icon: IconName;
  readonly words: ReactNode;
  readonly action?: ReactNode;
}

const Line = ({ icon, words, action }: LineProps) => (
  <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
    <Icon name={icon} className="size-4.5 text-muted" />
    <span className="min-w-0 flex-1 basis-64">{words}</span>
    {action}
  </div>
);

const EXAMPLES: Readonly<Record<string, unknown>> = {
  ip: "203.0.113.7",
  grant_type: "authorization_code",
  acr: "urn:licet:acr:password",
  amr: ["pwd"],
  auth_time: Math.floor(Date.now() / 1000),
  time: new Date().toISOString(),
};

/** What of it can be said with the question: `request.…`; the rest belongs to the subject or the instance. */
function contextFor(names: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const said = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const [, free] = /^request\.context\.(\w+)/.exec(name) ?? [];
    if (free !== undefined) return [[free, ""]];
    const [, known] = /^request\.(\w+)$/.exec(name) ?? [];
    if (known !== undefined && known in EXAMPLES) return [[known, EXAMPLES[known]]];
    return name.startsWith("client.") ? [["client", { id: "" }]] : [];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
