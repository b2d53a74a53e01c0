import { MendList } from "../../mends/mend-list.tsx";
import { useApplication } from "../application-context.ts";
import type { Resolved } from "./outcome.ts";

type Refused = Extract<Resolved, { readonly issued: true }>["refused"][number];

interface MendsProps {
  readonly refused: Refused;
  /** Something was changed: the question has another answer now. */
  onMended(): void;
}

/** What would turn a refusal into a grant. */
export function Mends({ refused, onMended }: MendsProps) {
  const { clientId } = useApplication();
  return (
    <MendList
      look="lines"
      mends={refused.mends}
      nearMisses={refused.near_misses}
      clientId={clientId}
      onChanged={onMended}
    />
  );
}
