import { Fragment, type ReactNode } from "react";
import { WithheldValues } from "../../components/decisions/withheld-values.tsx";
import { EntityName } from "../../components/entities/entity-name.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextLink } from "../../ui/button/text-link.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { GrantPath } from "./resolved.ts";
import { playgroundTexts } from "./texts.ts";

/** Shows the grant path step by step, from the principal to the permission. */
export function GrantPathLine({ path }: { readonly path: GrantPath }) {
  const texts = useTexts(playgroundTexts);
  const steps: readonly ReactNode[] = [
    ...path.principals.map((name) => <EntityName key={name} name={name} />),
    ...path.roles.map((role) => <EntityName key={`role:${role}`} name={`role:${role}`} />),
    <code key="grant" className="text-sm">
      {path.grant}
    </code>,
  ];
  const { assignment } = path;
  return (
    <div className="text-sm [&_a]:py-0.5">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps keep their order.
          <Fragment key={index}>
            {index > 0 && <Icon name="right" className="size-3.5 text-muted" />}
            {step}
          </Fragment>
        ))}
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <TextLink to="/assignments" search={{ principal: assignment.principal }}>
          {texts.theAssignment}
        </TextLink>
        {assignment.at !== undefined && (
          <span>
            {texts.at} <code>{assignment.at}</code>
          </span>
        )}
        {assignment.expires_at !== undefined && (
          <span>
            {texts.ends} <Time at={assignment.expires_at} />
          </span>
        )}
      </p>
      {path.conditions.map((condition) => (
        <Condition key={`${condition.of} ${condition.source}`} condition={condition} />
      ))}
    </div>
  );
}

function Condition({ condition }: { readonly condition: GrantPath["conditions"][number] }) {
  const texts = useTexts(playgroundTexts);
  const { source, outcome, values, missing } = condition;
  const facts = [
    ...Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    ...missing.map((name) => texts.isMissing(name)),
  ];
  return (
    <p className="mt-1 flex items-start gap-1.5">
      <Icon
        name={outcome === "true" ? "tick" : outcome === "false" ? "cross" : "warning"}
        className={`mt-0.5 size-4 ${outcome === "true" ? "text-accent-ink" : "text-problem"}`}
      />
      <span className="min-w-0">
        <code>{source}</code> <span className="sr-only">{texts.outcomes[outcome]}</span>
        {facts.length > 0 && <span className="block text-muted">{facts.join(", ")}</span>}
        <WithheldValues withheld={condition.values_withheld} />
      </span>
    </p>
  );
}
