import { describeCall } from "../../../api/call-api.ts";
import { useRead } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { WithheldValues } from "../../../components/decisions/withheld-values.tsx";
import { usePrincipalNames } from "../../../components/principals/use-principal-names.ts";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { LinkButton } from "../../../ui/button/link-button.tsx";
import { Badge } from "../../../ui/display/badge.tsx";
import { CodeBlock } from "../../../ui/display/code-block.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { SkeletonText } from "../../../ui/display/skeleton.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { Graph } from "../../../ui/graph/graph.tsx";
import { KeyValue } from "../../../ui/layout/key-value.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { type Condition, drawGrantPath, type GrantPath } from "./grant-path.ts";
import { Source } from "./source.tsx";
import { permissionsTexts } from "./texts.ts";

interface ExplainDrawerProps {
  readonly userId: string;
  /** Undefined closes the drawer. */
  readonly permission: string | undefined;
  /** The instance of the check, if any. */
  readonly at: string | undefined;
  onClose(): void;
}

/** Explains a permission of the user with the decision that every check gets. */
export function ExplainDrawer({ userId, permission, at, onClose }: ExplainDrawerProps) {
  const texts = useTexts(permissionsTexts);
  const subject = `user:${userId}`;
  const body = { subject, permission: permission ?? "", ...(at !== undefined && { resource: at }) };
  const read = useRead("POST /check:explain", { body }, { enabled: permission !== undefined });
  const answer = read.isPlaceholderData ? undefined : read.data?.body;
  return (
    <Drawer
      open={permission !== undefined}
      onClose={onClose}
      wide
      title={texts.why(permission ?? "")}
      footer={
        <>
          <span className="me-auto">
            <ApiCall call={describeCall("POST /check:explain", { body })} />
          </span>
          <LinkButton icon="access" to="/check" search={body}>
            {texts.openCheck}
          </LinkButton>
        </>
      }
    >
      {read.error && <ErrorNotice error={read.error} retry={() => void read.refetch()} />}
      {!answer && !read.error && <SkeletonText lines={6} />}
      {answer?.allowed === true && <Explanation path={answer.via} until={answer.expires_at} />}
      {answer?.allowed === false && <Notice tone="warning">{texts.notAnyMore}</Notice>}
    </Drawer>
  );
}

function Explanation({ path, until }: { readonly path: GrantPath; readonly until: string | undefined }) {
  const texts = useTexts(permissionsTexts);
  const nameOf = usePrincipalNames(path.principals);
  // The names load one by one, and the graph updates with them.
  const drawing = drawGrantPath(path, (principal) => nameOf(principal).label);
  const { assignment } = path;
  return (
    <div className="grid gap-5">
      <Graph label={texts.path} nodes={drawing.nodes} edges={drawing.edges} />
      <KeyValue
        rows={[
          { key: texts.from, value: <Source path={path} /> },
          { key: texts.grant, value: <code>{path.grant}</code> },
          {
            key: texts.where,
            value: assignment.at === undefined ? texts.everywhere : <code>{assignment.at}</code>,
          },
          { key: texts.until, value: <Time at={until} never={texts.permanently} /> },
        ]}
      />
      {path.conditions.map((condition) => (
        <ConditionFacts key={`${condition.of} ${condition.source}`} condition={condition} />
      ))}
    </div>
  );
}

function ConditionFacts({ condition }: { readonly condition: Condition }) {
  const texts = useTexts(permissionsTexts);
  const values = Object.entries(condition.values);
  return (
    <section aria-label={texts.condition} className="grid gap-2">
      <p className="flex items-center gap-2 font-medium">
        {condition.of === "role" ? texts.conditionOfRole : texts.conditionOfAssignment}
        <Badge tone="good" icon="tick">
          {texts.holds}
        </Badge>
      </p>
      <CodeBlock code={condition.source} />
      {values.length > 0 && (
        <KeyValue
          rows={values.map(([key, value]) => ({ key, value: <code>{JSON.stringify(value)}</code> }))}
        />
      )}
      <WithheldValues withheld={condition.values_withheld} />
    </section>
  );
}
