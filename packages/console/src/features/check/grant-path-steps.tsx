import type { ReactNode } from "react";
import { assignmentsTexts } from "../../components/assignments/texts.ts";
import { WithheldValues } from "../../components/decisions/withheld-values.tsx";
import { PrincipalLink } from "../../components/principals/principal-link.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextLink } from "../../ui/button/text-link.tsx";
import { Chip } from "../../ui/display/chip.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { EvaluatedCondition, GrantPath } from "./question.ts";
import { checkTexts } from "./texts.ts";
import { useGrantPathNames } from "./use-grant-path-names.ts";

/** Shows a grant path step by step, from the subject to the grant. */
export function GrantPathSteps({ path }: { readonly path: GrantPath }) {
  const texts = useTexts(checkTexts);
  const { everywhere } = useTexts(assignmentsTexts);
  const nameOf = useGrantPathNames([path]);
  const { assignment, principals, instances, roles } = path;
  const [subject = "", ...groups] = principals;
  const holder = principals.at(-1) ?? subject;
  return (
    <ol className="grid gap-2.5">
      <Step>
        <PrincipalLink principal={subject} name={nameOf(subject)} />
      </Step>
      {groups.map((group) => (
        <Step key={group}>
          <span className="flex flex-wrap items-center gap-1.5">
            {texts.steps.memberOf} <PrincipalLink principal={group} name={nameOf(group)} />
          </span>
        </Step>
      ))}
      <Step>
        <span className="flex flex-wrap items-center gap-1.5">
          {texts.steps.given}
          {assignment.role !== undefined ? (
            <Chip icon="role" place={{ to: "/roles/$name", params: { name: assignment.role } }}>
              {assignment.role}
            </Chip>
          ) : (
            <Chip icon="lock" code>
              {assignment.permission}
            </Chip>
          )}
          {assignment.at === undefined ? everywhere : <Chip code>{assignment.at}</Chip>}
          {assignment.expires_at !== undefined && (
            <span className="text-muted">
              {texts.steps.until} <Time at={assignment.expires_at} look="absolute" />
            </span>
          )}
          <TextLink to="/assignments" search={{ principal: holder }} className="text-sm">
            {texts.steps.seeAssignment}
          </TextLink>
        </span>
      </Step>
      {instances.length > 1 && (
        <Step>
          {texts.steps.below}{" "}
          {instances.map((instance, place) => (
            <span key={instance}>
              {place > 0 && <span className="text-muted"> ↳ </span>}
              <code>{instance}</code>
            </span>
          ))}
        </Step>
      )}
      {roles.slice(1).map((role) => (
        <Step key={role}>
          <span className="flex flex-wrap items-center gap-1.5">
            {texts.steps.inherits}
            <Chip icon="role" place={{ to: "/roles/$name", params: { name: role } }}>
              {role}
            </Chip>
          </span>
        </Step>
      ))}
      {roles.length > 0 && (
        <Step>
          {texts.steps.grants} <code className="font-medium">{path.grant}</code>
        </Step>
      )}
      {path.conditions.map((condition) => (
        <Step key={`${condition.of} ${condition.source}`}>
          <Condition condition={condition} />
        </Step>
      ))}
    </ol>
  );
}

const Step = ({ children }: { readonly children: ReactNode }) => (
  <li className="flex gap-2.5">
    <span className="mt-2 size-1.5 shrink-0 rounded-full bg-edge" aria-hidden="true" />
    <div className="min-w-0">{children}</div>
  </li>
);

/** Shows a condition with the values that it read. */
export function Condition({ condition }: { readonly condition: EvaluatedCondition }) {
  const texts = useTexts(checkTexts);
  const { source, outcome, values, missing, of } = condition;
  const holds = outcome === "true";
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-1.5">
        <Icon
          name={holds ? "tick" : "cross"}
          className={`size-4 self-center ${holds ? "text-accent-ink" : "text-problem"}`}
        />
        {of === "role" ? texts.steps.conditionOfRole : texts.steps.conditionOfAssignment}
        <code className="font-medium">{source}</code>
        <span className={holds ? "text-accent-ink" : "text-problem"}>{texts.outcomes[outcome]}</span>
      </p>
      {Object.keys(values).length + missing.length > 0 && (
        <ul className="ps-5.5 text-sm text-muted">
          {Object.entries(values).map(([name, value]) => (
            <li key={name}>
              <code>
                {name} = {showValue(name, value)}
              </code>
            </li>
          ))}
          {missing.map((name) => (
            <li key={name}>
              <code>{name}</code> {texts.missing}
            </li>
          ))}
        </ul>
      )}
      <div className="ps-5.5">
        <WithheldValues withheld={condition.values_withheld} />
      </div>
    </div>
  );
}

/** The API sends times as Unix seconds; the console shows them as dates. */
const showValue = (name: string, value: unknown): string =>
  /^request\.(?:auth_)?time$/.test(name) && typeof value === "number"
    ? new Date(value * 1000).toISOString()
    : (JSON.stringify(value) ?? "");
