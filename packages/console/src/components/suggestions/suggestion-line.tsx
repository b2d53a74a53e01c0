import type { ReactNode } from "react";
import { may } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import type { Assignment } from "../access/assignment.ts";
import { findPrincipalPlace } from "../principals/principal.ts";
import type { PrincipalName } from "../principals/use-principal-names.ts";
import { type NearMiss, readsSubject, type Suggestion } from "./suggestion.ts";
import { suggestionTexts } from "./texts.ts";

/** The parts of the question that a suggestion can replace, where the view has an editable question. */
export interface AskInstead {
  permission?(permission: string): void;
  instance?(instance: string): void;
  scope?(scope: string): void;
  /** Evaluates with this as the only resource. */
  resource?(identifier: string): void;
  /** Absent for inputs that the question cannot set. */
  provideContext?(names: readonly string[]): (() => void) | undefined;
}

export interface SuggestedAssignment {
  readonly known: Assignment;
  /** The existing assignment with an earlier expiry, which this one replaces. */
  readonly before?: Assignment;
}

interface SuggestionLineProps {
  readonly suggestion: Suggestion;
  readonly nearMisses: readonly NearMiss[];
  readonly at: string | undefined;
  readonly clientId: string | undefined;
  readonly ask: AskInstead;
  nameOf(principal: string): PrincipalName;
  onAssign(suggested: SuggestedAssignment): void;
}

/** One suggestion, with its button or link. */
export function SuggestionLine({
  suggestion,
  nearMisses,
  at,
  clientId,
  ask,
  nameOf,
  onAssign,
}: SuggestionLineProps) {
  const texts = useTexts(suggestionTexts);
  const who = (principal: string) => nameOf(principal).label;
  const canAssign = may("assignments.write");
  switch (suggestion.kind) {
    case "assign_permission": {
      const [assignment] = suggestion.change.assignments;
      if (!assignment) return null;
      const words = texts.givePermission(who(assignment.principal), assignment.permission, assignment.at);
      return (
        <Line icon="lock" words={words}>
          {canAssign && <ActionButton label={texts.give} onPress={() => onAssign({ known: assignment })} />}
        </Line>
      );
    }
    case "assign_role": {
      const { principal, roles, more } = suggestion;
      const give = (role: string) =>
        onAssign({ known: { principal, role, ...(at !== undefined && { at }) } });
      return (
        <Choices
          icon="role"
          words={texts.assignRole(who(principal), at)}
          choices={roles}
          onChoose={canAssign ? give : undefined}
          rest={more > 0 ? texts.moreRoles(more) : undefined}
        />
      );
    }
    case "extend_assignment": {
      const assignment = nearMisses.find((miss) => miss.assignment.id === suggestion.assignment)?.assignment;
      if (!assignment) return <Line icon="clock" words={suggestion.assignment} />;
      const { id: _, expires_at: __, ...known } = assignment;
      const { principal, role, permission = "" } = known;
      return (
        <Line icon="clock" words={texts.extendAssignment(who(principal), role ?? permission, known.at)}>
          {canAssign && (
            <ActionButton label={texts.extendNow} onPress={() => onAssign({ known, before: assignment })} />
          )}
        </Line>
      );
    }
    case "raise_ceiling": {
      const account = nameOf(`access_account:${suggestion.account}`);
      return (
        <Line
          icon="key"
          words={
            <>
              {texts.raiseCeiling(account.label, suggestion.permission)}{" "}
              {suggestion.ceiling.length === 0 ? (
                texts.emptyCeiling
              ) : (
                <code>{suggestion.ceiling.join(" ")}</code>
              )}
            </>
          }
        >
          <OpenLink place={account.place} label={texts.openAccount} />
        </Line>
      );
    }
    case "satisfy_condition": {
      const subject = nearMisses[0]?.principals[0] ?? "";
      // The page of the subject can change the stored attributes.
      const place = readsSubject(suggestion.reads) ? findPrincipalPlace(subject) : undefined;
      return (
        <Line
          icon="code"
          words={
            <>
              {texts.satisfyCondition} <code>{suggestion.condition}</code>
            </>
          }
        >
          <OpenLink place={place} label={texts.open(who(subject))} />
        </Line>
      );
    }
    case "provide_context": {
      const fillIn = ask.provideContext?.(suggestion.missing);
      return (
        <Line icon="code" words={texts.provideContext(suggestion.missing.join(", "))}>
          {fillIn && <ActionButton label={texts.fillIn} onPress={fillIn} />}
        </Line>
      );
    }
    case "check_instance": {
      const checkInstance = ask.instance;
      return (
        <Line icon="resource" words={texts.checkInstance(suggestion.instance)}>
          {checkInstance && (
            <ActionButton label={texts.ask} onPress={() => checkInstance(suggestion.instance)} />
          )}
        </Line>
      );
    }
    case "request_instance": {
      const requestInstance = ask.scope;
      return (
        <Line icon="resource" words={texts.requestInstance(suggestion.instance, suggestion.scope)}>
          {requestInstance && (
            <ActionButton label={texts.ask} onPress={() => requestInstance(suggestion.scope)} />
          )}
        </Line>
      );
    }
    case "other_permissions":
      return (
        <Choices
          icon="resource"
          words={texts.otherPermissions(suggestion.resource)}
          choices={suggestion.permissions}
          onChoose={ask.permission ?? ask.scope}
        />
      );
    case "unknown_permission": {
      const { permission, nearest } = suggestion;
      const take = ask.permission ?? ask.scope;
      if (nearest === undefined) return <Line icon="info" words={texts.unknownPermission(permission)} />;
      return (
        <Line icon="info" words={texts.nearest(nearest)}>
          {take && <ActionButton label={texts.ask} onPress={() => take(nearest)} />}
        </Line>
      );
    }
    case "add_delegated_scope": {
      const to = "/applications/$clientId/permissions";
      const place = clientId === undefined ? undefined : { to, params: { clientId } };
      return (
        <Line icon="application" words={texts.addDelegatedScope(suggestion.scope)}>
          <OpenLink place={place} label={texts.openDelegated} />
        </Line>
      );
    }
    case "enable_subject":
      return (
        <Line icon="person" words={texts.enableSubject(who(suggestion.subject))}>
          <OpenLink
            place={nameOf(suggestion.subject).place ?? findPrincipalPlace(suggestion.subject)}
            label={texts.open(who(suggestion.subject))}
          />
        </Line>
      );
    case "unknown_subject":
      return <Line icon="info" words={texts.unknownSubject(suggestion.subject)} />;
    case "use_instance_of":
      return <Line icon="info" words={texts.nameInstance(suggestion.resource)} />;
    case "use_resource":
      return <Line icon="info" words={texts.nameResource(suggestion.identifier)} />;
    case "request_separately": {
      const askAt = ask.resource;
      return (
        <Line icon="key" words={texts.requestSeparately(suggestion.identifier)}>
          {askAt && <ActionButton label={texts.requestNow} onPress={() => askAt(suggestion.identifier)} />}
        </Line>
      );
    }
    case "omit_instance":
      return <Line icon="info" words={texts.omitInstance} />;
    case "omit_resource":
      return <Line icon="info" words={texts.omitResource} />;
    case "request_consent_again":
      return <Line icon="info" words={texts.requestConsentAgain} />;
    case "use_authorization_code":
      return <Line icon="info" words={texts.onBehalfOfUser} />;
  }
}

interface LineProps {
  readonly icon: IconName;
  readonly words: ReactNode;
  readonly children?: ReactNode;
}

const Line = ({ icon, words, children }: LineProps) => (
  <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5">
    <Icon name={icon} className="size-4.5 text-muted" />
    <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{words}</span>
    {children}
  </div>
);

interface ChoicesProps {
  readonly icon: IconName;
  readonly words: string;
  readonly choices: readonly string[];
  readonly onChoose: ((choice: string) => void) | undefined;
  readonly rest?: string | undefined;
}

/** Equivalent suggestions, each with its own button. */
const Choices = ({ icon, words, choices, onChoose, rest }: ChoicesProps) => (
  <div className="flex min-h-8 items-start gap-3">
    <Icon name={icon} className="mt-1.75 size-4.5 text-muted" />
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      <span className="me-1.5 min-h-8 py-1">{words}</span>
      {choices.map((choice) =>
        onChoose ? (
          <ActionButton key={choice} label={choice} onPress={() => onChoose(choice)} />
        ) : (
          <code key={choice}>{choice}</code>
        ),
      )}
      {rest !== undefined && <span className="text-muted">{rest}</span>}
    </div>
  </div>
);

const ActionButton = ({ label, onPress }: { readonly label: string; onPress(): void }) => (
  <Button size="small" onClick={onPress}>
    {label}
  </Button>
);

const OpenLink = ({ place, label }: { readonly place: Place | undefined; readonly label: string }) =>
  place && (
    <PlaceLink place={place} className={buttonClasses("secondary", "small")}>
      {label}
    </PlaceLink>
  );
