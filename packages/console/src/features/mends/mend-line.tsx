import type { ReactNode } from "react";
import { may } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonClasses } from "../../ui/button-classes.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import type { Assignment } from "../assignments/assignment.ts";
import { placeOfPrincipal } from "../assignments/principal.ts";
import type { PrincipalName } from "../assignments/use-principal-names.ts";
import { type Mend, type NearMiss, readsSubject } from "./mend.ts";
import { mendTexts } from "./texts.ts";

/** What can be asked in place of the question, where the view has one that can be changed. */
export interface AskInstead {
  permission?(permission: string): void;
  instance?(instance: string): void;
  scope?(scope: string): void;
  /** Asks with this as the one resource. */
  resource?(identifier: string): void;
  /** Absent for names that cannot be said with the question. */
  bring?(names: readonly string[]): (() => void) | undefined;
}

export interface Giving {
  readonly known: Assignment;
  /** The same assignment with an earlier end, which this one replaces. */
  readonly before?: Assignment;
}

interface MendLineProps {
  readonly mend: Mend;
  readonly nearMisses: readonly NearMiss[];
  readonly at: string | undefined;
  readonly clientId: string | undefined;
  readonly ask: AskInstead;
  nameOf(principal: string): PrincipalName;
  onGive(giving: Giving): void;
}

/** One thing that would help, with the button or link that leads there. */
export function MendLine({ mend, nearMisses, at, clientId, ask, nameOf, onGive }: MendLineProps) {
  const texts = useTexts(mendTexts);
  const who = (principal: string) => nameOf(principal).label;
  const canGive = may("assignments.write");
  switch (mend.kind) {
    case "assign": {
      const [assignment] = mend.change.assignments;
      if (!assignment) return null;
      const words = texts.givePermission(who(assignment.principal), assignment.permission, assignment.at);
      return (
        <Line icon="lock" words={words}>
          {canGive && <Press label={texts.give} onPress={() => onGive({ known: assignment })} />}
        </Line>
      );
    }
    case "give_role": {
      const { principal, roles, more } = mend;
      const give = (role: string) => onGive({ known: { principal, role, ...(at !== undefined && { at }) } });
      return (
        <Choices
          icon="role"
          words={texts.giveRole(who(principal), at)}
          choices={roles}
          onChoose={canGive ? give : undefined}
          rest={more > 0 ? texts.moreRoles(more) : undefined}
        />
      );
    }
    case "prolong": {
      const assignment = nearMisses.find((miss) => miss.assignment.id === mend.assignment)?.assignment;
      if (!assignment) return <Line icon="clock" words={mend.assignment} />;
      const { id: _, expires_at: __, ...known } = assignment;
      const { principal, role, permission = "" } = known;
      return (
        <Line icon="clock" words={texts.prolong(who(principal), role ?? permission, known.at)}>
          {canGive && (
            <Press label={texts.prolongNow} onPress={() => onGive({ known, before: assignment })} />
          )}
        </Line>
      );
    }
    case "raise_ceiling": {
      const account = nameOf(`access_account:${mend.account}`);
      return (
        <Line
          icon="key"
          words={
            <>
              {texts.raiseCeiling(account.label, mend.permission)}{" "}
              {mend.ceiling.length === 0 ? texts.emptyCeiling : <code>{mend.ceiling.join(" ")}</code>}
            </>
          }
        >
          <Lead place={account.place} label={texts.openAccount} />
        </Line>
      );
    }
    case "satisfy": {
      const subject = nearMisses[0]?.principals[0] ?? "";
      // What is stored about the subject can be changed there.
      const place = readsSubject(mend.reads) ? placeOfPrincipal(subject) : undefined;
      return (
        <Line
          icon="code"
          words={
            <>
              {texts.satisfy} <code>{mend.condition}</code>
            </>
          }
        >
          <Lead place={place} label={texts.open(who(subject))} />
        </Line>
      );
    }
    case "bring": {
      const fillIn = ask.bring?.(mend.missing);
      return (
        <Line icon="code" words={texts.bring(mend.missing.join(", "))}>
          {fillIn && <Press label={texts.fillIn} onPress={fillIn} />}
        </Line>
      );
    }
    case "ask_about": {
      const askAbout = ask.instance;
      return (
        <Line icon="resource" words={texts.askAbout(mend.instance)}>
          {askAbout && <Press label={texts.ask} onPress={() => askAbout(mend.instance)} />}
        </Line>
      );
    }
    case "ask_for": {
      const askFor = ask.scope;
      return (
        <Line icon="resource" words={texts.askFor(mend.instance, mend.scope)}>
          {askFor && <Press label={texts.ask} onPress={() => askFor(mend.scope)} />}
        </Line>
      );
    }
    case "other_permissions":
      return (
        <Choices
          icon="resource"
          words={texts.otherPermissions(mend.resource)}
          choices={mend.permissions}
          onChoose={ask.permission ?? ask.scope}
        />
      );
    case "unknown_permission": {
      const { permission, nearest } = mend;
      const take = ask.permission ?? ask.scope;
      if (nearest === undefined) return <Line icon="info" words={texts.unknownPermission(permission)} />;
      return (
        <Line icon="info" words={texts.nearest(nearest)}>
          {take && <Press label={texts.ask} onPress={() => take(nearest)} />}
        </Line>
      );
    }
    case "delegate": {
      const to = "/applications/$clientId/permissions";
      const place = clientId === undefined ? undefined : { to, params: { clientId } };
      return (
        <Line icon="application" words={texts.delegate(mend.scope)}>
          <Lead place={place} label={texts.openDelegated} />
        </Line>
      );
    }
    case "enable_subject":
      return (
        <Line icon="person" words={texts.enableSubject(who(mend.subject))}>
          <Lead
            place={nameOf(mend.subject).place ?? placeOfPrincipal(mend.subject)}
            label={texts.open(who(mend.subject))}
          />
        </Line>
      );
    case "unknown_subject":
      return <Line icon="info" words={texts.unknownSubject(mend.subject)} />;
    case "instance_of":
      return <Line icon="info" words={texts.instanceOf(mend.resource)} />;
    case "resource_of":
      return <Line icon="info" words={texts.resourceOf(mend.identifier)} />;
    case "request_separately": {
      const askAt = ask.resource;
      return (
        <Line icon="key" words={texts.requestSeparately(mend.identifier)}>
          {askAt && <Press label={texts.requestNow} onPress={() => askAt(mend.identifier)} />}
        </Line>
      );
    }
    case "no_instance":
      return <Line icon="info" words={texts.noInstance} />;
    case "no_resource":
      return <Line icon="info" words={texts.noResource} />;
    case "ask_user_again":
      return <Line icon="info" words={texts.askUserAgain} />;
    case "act_for_user":
      return <Line icon="info" words={texts.actForUser} />;
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

/** Several that would help alike, each with a button of its own. */
const Choices = ({ icon, words, choices, onChoose, rest }: ChoicesProps) => (
  <div className="flex min-h-8 items-start gap-3">
    <Icon name={icon} className="mt-1.75 size-4.5 text-muted" />
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      <span className="me-1.5 min-h-8 py-1">{words}</span>
      {choices.map((choice) =>
        onChoose ? (
          <Press key={choice} label={choice} onPress={() => onChoose(choice)} />
        ) : (
          <code key={choice}>{choice}</code>
        ),
      )}
      {rest !== undefined && <span className="text-muted">{rest}</span>}
    </div>
  </div>
);

const Press = ({ label, onPress }: { readonly label: string; onPress(): void }) => (
  <Button size="small" onClick={onPress}>
    {label}
  </Button>
);

const Lead = ({ place, label }: { readonly place: Place | undefined; readonly label: string }) =>
  place && (
    <PlaceLink place={place} className={buttonClasses("secondary", "small")}>
      {label}
    </PlaceLink>
  );
