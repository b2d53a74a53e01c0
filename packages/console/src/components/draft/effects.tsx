import type { AnswerOf } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PrincipalLink } from "../principals/principal-link.tsx";
import { usePrincipalNames } from "../principals/use-principal-names.ts";
import { draftTexts } from "./texts.ts";

type Simulation = AnswerOf<"POST /simulate">;
type HeldPermission = Simulation["subjects"][number]["gains"][number];

/** Lists the access that principals would gain and lose. */
export function Effects({ simulation }: { readonly simulation: Simulation }) {
  const texts = useTexts(draftTexts);
  const nameOf = usePrincipalNames(simulation.subjects.map(({ subject }) => subject));
  return (
    <div className="grid gap-3">
      {simulation.truncated && <Notice tone="warning">{texts.truncated}</Notice>}
      {simulation.subjects.length === 0 && (
        <p className="text-muted">{simulation.truncated ? texts.noneFound : texts.noAccessChanges}</p>
      )}
      <ul className="divide-y">
        {simulation.subjects.map(({ subject, gains, losses }) => (
          <li key={subject} className="grid gap-1.5 py-2.5 first:pt-0 last:pb-0">
            <PrincipalLink principal={subject} name={nameOf(subject)} />
            <HeldPermissions label={texts.gains} permissions={gains} look="gain" />
            <HeldPermissions label={texts.losses} permissions={losses} look="loss" />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface HeldPermissionsProps {
  readonly label: string;
  readonly permissions: readonly HeldPermission[];
  readonly look: "gain" | "loss";
}

const LOOKS = {
  gain: { icon: "plus", className: "bg-accent-tint text-accent-ink" },
  loss: { icon: "cross", className: "bg-problem-tint text-problem" },
} as const;

function HeldPermissions({ label, permissions, look }: HeldPermissionsProps) {
  const texts = useTexts(draftTexts);
  if (permissions.length === 0) return null;
  const { icon, className } = LOOKS[look];
  return (
    <div className="flex items-start gap-2 ps-6.5">
      <span className="w-12 shrink-0 text-sm text-muted">{label}</span>
      <ul className="flex min-w-0 flex-wrap gap-1">
        {permissions.map(({ permission, at }) => (
          <li
            key={`${permission} ${at ?? ""}`}
            className={`flex min-w-0 items-center gap-1 rounded-small px-1.5 text-xs leading-5 ${className}`}
          >
            <Icon name={icon} className="size-3 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              <code>{permission}</code>
              {at !== undefined && ` ${texts.at(at)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
