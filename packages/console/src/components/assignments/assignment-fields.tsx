import type { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { DateTimeInput } from "../../ui/form/date-time-input.tsx";
import type { AssignmentInput } from "../access/assignment.ts";
import { Field } from "../fields/field.tsx";
import { RadioCards } from "../fields/radio-cards.tsx";
import { InstancePicker, PermissionPicker, PrincipalPicker, RolePicker } from "../principals/pickers.tsx";
import { ConditionField } from "../roles/condition-field.tsx";
import { assignmentsTexts } from "./texts.ts";

interface AssignmentFieldsProps {
  readonly typed: AssignmentInput;
  onChange(typed: AssignmentInput): void;
  /** The user tried to submit, so missing values show an issue. */
  readonly tried: boolean;
  readonly problem?: ApiProblem | undefined;
  /** JSON pointer of the assignment in the request body that the API rejected. */
  readonly pointer?: string;
  /** The part that the selection of a list already decides. */
  readonly decided?: "principal" | "role" | undefined;
}

/** The members that show their own issues; the form shows all other issues above the fields. */
export const ASSIGNMENT_MEMBERS = ["principal", "role", "permission", "at", "when", "expires_at"] as const;

export function AssignmentFields(props: AssignmentFieldsProps) {
  const { typed, onChange, tried, problem, pointer = "", decided } = props;
  const texts = useTexts(assignmentsTexts);
  const about = (member: (typeof ASSIGNMENT_MEMBERS)[number]) => problem?.about(`${pointer}/${member}`, true);
  const set = (change: Partial<AssignmentInput>) => onChange({ ...typed, ...change });
  const missing = (value: string, words: string) => (tried && value === "" ? words : undefined);
  return (
    <>
      {decided !== "principal" && (
        <Field
          label={texts.who}
          hint={texts.whoHint}
          error={about("principal") ?? missing(typed.principal, texts.missingWho)}
          required
        >
          <PrincipalPicker value={typed.principal} onChange={(principal) => set({ principal })} />
        </Field>
      )}
      {decided !== "role" && <What {...props} />}
      <Field label={texts.where} hint={texts.whereHint} error={about("at")}>
        <InstancePicker value={typed.at} onChange={(at) => set({ at })} placeholder={texts.everywhere} />
      </Field>
      <ConditionField value={typed.when} onChange={(when) => set({ when })} error={about("when")} />
      <Field label={texts.until} hint={texts.untilHint} error={about("expires_at")}>
        <DateTimeInput value={typed.expiresAt} onChange={(expiresAt) => set({ expiresAt })} />
      </Field>
    </>
  );
}

/** A role or a single permission. */
function What({ typed, onChange, tried, problem, pointer = "" }: AssignmentFieldsProps) {
  const texts = useTexts(assignmentsTexts);
  const about = (member: "role" | "permission") => problem?.about(`${pointer}/${member}`, true);
  const set = (change: Partial<AssignmentInput>) => onChange({ ...typed, ...change });
  const missing = (value: string, words: string) => (tried && value === "" ? words : undefined);
  return (
    <>
      <RadioCards
        legend={texts.what}
        value={typed.gives}
        onChange={(gives) => set({ gives })}
        cards={[
          { value: "role", title: texts.givesRole, detail: texts.givesRoleHint, icon: "role" },
          {
            value: "permission",
            title: texts.givesPermission,
            detail: texts.givesPermissionHint,
            icon: "lock",
          },
        ]}
      />
      {typed.gives === "role" ? (
        <Field
          key="role"
          label={texts.role}
          error={about("role") ?? missing(typed.role, texts.missingRole)}
          required
        >
          <RolePicker value={typed.role} onChange={(role) => set({ role })} />
        </Field>
      ) : (
        <Field
          key="permission"
          label={texts.permission}
          error={about("permission") ?? missing(typed.permission, texts.missingPermission)}
          required
        >
          <PermissionPicker
            patterns
            value={typed.permission}
            onChange={(permission) => set({ permission })}
          />
        </Field>
      )}
    </>
  );
}
