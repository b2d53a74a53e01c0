import { useState } from "react";
import type { BodyOf } from "../../../api/call-api.ts";
import { useWrite } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { useApplication } from "../application-context.ts";
import { tryTexts } from "./texts.ts";
import type { Resolved } from "./try-result.tsx";

type Refused = Extract<Resolved, { readonly issued: true }>["refused"][number];
type NewAssignment = NonNullable<BodyOf<"POST /assignments:batch">["create"]>[number];

/** Of these the reason itself says all there is. */
const SAID_BY_REASON: readonly Refused["reason"][] = ["unknown_scope", "user_declined", "not_for_this_grant"];

interface MendsProps {
  readonly refused: Refused;
  /** Something was changed: the question has another answer now. */
  onMended(): void;
}

/** What would turn a refusal into a grant: by a press where it is an assignment, else in words or by a link. */
export function Mends({ refused: { reason, mends }, onMended }: MendsProps) {
  const texts = useTexts(tryTexts);
  const { clientId } = useApplication();
  if (reason === "client_not_allowed")
    return (
      <TextLink to="/applications/$clientId/permissions" params={{ clientId }} className="text-sm">
        {texts.toDelegated}
      </TextLink>
    );
  if (SAID_BY_REASON.includes(reason)) return null;
  return (
    <div className="grid justify-items-start gap-1">
      {mends.map(({ text, change }) => {
        const [assignment] = (change?.assignments ?? []) as readonly NewAssignment[];
        return assignment && may("assignments.write") ? (
          <AssignButton key={text} assignment={assignment} onMended={onMended} />
        ) : (
          <p key={text} className="text-sm text-muted" lang="en">
            {text}
          </p>
        );
      })}
    </div>
  );
}

function AssignButton({ assignment, onMended }: { readonly assignment: NewAssignment; onMended(): void }) {
  const texts = useTexts(tryTexts);
  const toast = useToast();
  const batch = useWrite("POST /assignments:batch");
  const [error, setError] = useState<unknown>(undefined);
  const what = assignment.role ?? assignment.permission ?? "";
  const place = assignment.at === undefined ? "" : ` @ ${assignment.at}`;
  const assign = async () => {
    setError(undefined);
    try {
      const { body } = await batch.mutateAsync({ body: { create: [assignment] } });
      onMended();
      toast({
        title: texts.assigned(what + place, assignment.principal),
        undo: async () => {
          await batch.mutateAsync({ body: { delete: body.created.map(({ id }) => id) } });
          onMended();
        },
      });
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      <Button size="small" icon="plus" loading={batch.isPending} onClick={() => void assign()}>
        {texts.assign(what + place, assignment.principal)}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
