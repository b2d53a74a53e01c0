import { type ReactNode, useState } from "react";
import type { FieldIssue } from "../../api/input-issue.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { Assignment } from "../../components/access/assignment.ts";
import { EMPTY_ROLE } from "../../components/access/role.ts";
import { countChanges, type Draft, type DraftRole } from "../../components/draft/draft.ts";
import { changeDraft } from "../../components/draft/draft-store.ts";
import { draftTexts } from "../../components/draft/texts.ts";
import { type PrincipalName, usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { IssueText } from "../../components/problems/issue-text.tsx";
import { describeRole } from "../../components/roles/describe-role.ts";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { DraftAssignDialog } from "./draft-assign-dialog.tsx";
import { DraftRevokeDialog } from "./draft-revoke-dialog.tsx";
import { DraftRoleDialog } from "./draft-role-dialog.tsx";
import { PickRoleDialog } from "./pick-role-dialog.tsx";

type Adding = "role" | "newRole" | "give" | "takeAway";

interface DraftChangesProps {
  readonly draft: Draft;
  /** The reason why the simulation failed; an issue of one change is shown at that change. */
  readonly problem: ApiProblem | undefined;
}

export function DraftChanges({ draft, problem }: DraftChangesProps) {
  const texts = useTexts(draftTexts);
  const [adding, setAdding] = useState<Adding | undefined>(undefined);
  const [edited, setEdited] = useState<DraftRole | undefined>(undefined);
  const nameOf = usePrincipalNames([...draft.assign, ...draft.revoke].map(({ principal }) => principal));
  const close = () => setAdding(undefined);
  return (
    <Section
      title={texts.changes}
      description={texts.changesHint}
      actions={
        <>
          <Button size="small" icon="role" onClick={() => setAdding("role")}>
            {texts.changeRole}
          </Button>
          <Button size="small" icon="plus" onClick={() => setAdding("newRole")}>
            {texts.newRole}
          </Button>
          <Button size="small" icon="assignment" onClick={() => setAdding("give")}>
            {texts.give}
          </Button>
          <Button size="small" icon="trash" onClick={() => setAdding("takeAway")}>
            {texts.takeAway}
          </Button>
        </>
      }
      frame="flush"
    >
      {countChanges(draft) === 0 && (
        <EmptyState icon="draft" title={texts.noChangesTitle}>
          {texts.noChangesHint}
        </EmptyState>
      )}
      <ul className="divide-y">
        {draft.roles.map((role, place) => (
          <Change
            key={role.name}
            icon="role"
            verb={role.before ? texts.rolePut : texts.roleNew}
            what={role.name}
            error={problem?.about(`/state/roles/${place}`, true)}
            onEdit={() => setEdited(role)}
            onRemove={() => changeDraft((now) => ({ ...now, roles: now.roles.toSpliced(place, 1) }))}
          >
            <RoleDifference role={role} />
          </Change>
        ))}
        {draft.assign.map((assignment, place) => (
          <Change
            key={`give ${JSON.stringify(assignment)}`}
            icon="plus"
            verb={texts.giveLine}
            what={assignment.role ?? assignment.permission ?? ""}
            error={problem?.about(`/state/assignments/${place}`, true)}
            onRemove={() => changeDraft((now) => ({ ...now, assign: now.assign.toSpliced(place, 1) }))}
          >
            <AssignmentLine word={texts.to} assignment={assignment} name={nameOf(assignment.principal)} />
          </Change>
        ))}
        {draft.revoke.map((assignment, place) => (
          <Change
            key={`take ${assignment.id}`}
            icon="cross"
            verb={texts.takeLine}
            what={assignment.role ?? assignment.permission ?? ""}
            error={undefined}
            onRemove={() => changeDraft((now) => ({ ...now, revoke: now.revoke.toSpliced(place, 1) }))}
          >
            <AssignmentLine word={texts.from} assignment={assignment} name={nameOf(assignment.principal)} />
          </Change>
        ))}
      </ul>
      {adding === "role" && (
        <PickRoleDialog
          onClose={close}
          onPick={(role) => {
            close();
            setEdited(role);
          }}
        />
      )}
      {adding === "newRole" && <DraftRoleDialog onClose={close} />}
      {adding === "give" && <DraftAssignDialog onClose={close} />}
      {adding === "takeAway" && <DraftRevokeDialog chosen={draft.revoke} onClose={close} />}
      {edited && <DraftRoleDialog known={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}

interface ChangeProps {
  readonly icon: IconName;
  readonly verb: string;
  readonly what: string;
  readonly error: FieldIssue | undefined;
  readonly onEdit?: () => void;
  onRemove(): void;
  readonly children: ReactNode;
}

function Change({ icon, verb, what, error, onEdit, onRemove, children }: ChangeProps) {
  const texts = useTexts(draftTexts);
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon name={icon} className="mt-0.5 size-4.5 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Badge>{verb}</Badge>
          <span className="font-semibold">{what}</span>
        </p>
        <div className="mt-1 text-sm">{children}</div>
        {error !== undefined && (
          <p className="mt-1 flex gap-1.5 text-sm text-problem">
            <Icon name="alert" className="mt-0.5 size-4" /> <IssueText issue={error} />
          </p>
        )}
      </div>
      {onEdit && <IconButton icon="edit" size="small" label={texts.edit(what)} onClick={onEdit} />}
      <IconButton icon="trash" size="small" label={`${texts.remove}: ${what}`} onClick={onRemove} />
    </li>
  );
}

/** Lists the additions and removals of the draft in a role, one per line. */
function RoleDifference({ role: { role, before = EMPTY_ROLE } }: { readonly role: DraftRole }) {
  const texts = useTexts(draftTexts);
  const words = useTexts(rolesTexts);
  const was = describeRole(before, words);
  const is = describeRole(role, words);
  const added = is.filter((line) => !was.includes(line));
  const removed = was.filter((line) => !is.includes(line));
  if (added.length + removed.length === 0) return <span className="text-muted">{texts.unchangedRole}</span>;
  return (
    <ul className="font-mono text-xs leading-5">
      {added.map((line) => (
        <li key={`+ ${line}`} className="text-accent-ink">
          + {line}
        </li>
      ))}
      {removed.map((line) => (
        <li key={`- ${line}`} className="text-problem">
          − {line}
        </li>
      ))}
    </ul>
  );
}

interface AssignmentLineProps {
  readonly word: string;
  readonly assignment: Assignment;
  readonly name: PrincipalName;
}

function AssignmentLine({ word, assignment: { at, when, expires_at }, name }: AssignmentLineProps) {
  const texts = useTexts(draftTexts);
  const { when: whenWord } = useTexts(rolesTexts);
  return (
    <span className="text-muted">
      {word} <span className="font-medium text-ink">{name.label}</span>
      {at !== undefined && ` · ${texts.at(at)}`}
      {expires_at !== undefined && (
        <>
          {` · ${texts.until} `}
          <Time at={expires_at} look="absolute" />
        </>
      )}
      {when !== undefined && (
        <>
          {` · ${whenWord} `}
          <code>{when}</code>
        </>
      )}
    </span>
  );
}
