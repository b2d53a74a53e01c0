import { useRead } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Skeleton } from "../../../ui/display/skeleton.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { PlaceLink } from "../../../ui/place-link.tsx";
import { isPublicType, signsUsersIn } from "../application.ts";
import { useApplication } from "../use-application.ts";
import { overviewTexts } from "./texts.ts";

interface Step {
  readonly label: { readonly done: string; readonly open: string };
  /** Undefined while the state of the step loads. */
  readonly done: boolean | undefined;
  readonly tab: "permissions" | "redirects" | "credentials";
  readonly at?: string | undefined;
}

/** Lists the open steps before the application can work, each with a link. */
export function Readiness() {
  const texts = useTexts(overviewTexts);
  const { application, clientId } = useApplication();
  const { type } = application;
  const secrets = useRead(
    "GET /applications/{client_id}/secrets",
    { params: { client_id: clientId } },
    { enabled: !isPublicType(type) },
  );
  const held = useRead(
    "POST /list/permissions",
    { body: { subject: `application:${clientId}`, limit: 3 } },
    { enabled: type === "service" && may("list") },
  );
  const lastUsed = secrets.data?.body.items
    .map(({ last_used_at }) => last_used_at)
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  const steps: readonly Step[] = [
    ...(signsUsersIn(type)
      ? [
          {
            label: texts.steps.redirect,
            done: (application.redirect_uris ?? []).length > 0,
            tab: "redirects" as const,
          },
          {
            label: texts.steps.delegated,
            done: (application.delegated ?? []).length > 0,
            tab: "permissions" as const,
          },
        ]
      : [
          {
            label: texts.steps.permission,
            done: held.data && held.data.body.items.length > 0,
            tab: "permissions" as const,
          },
        ]),
    ...(isPublicType(type)
      ? []
      : [
          {
            label: texts.steps.used,
            done: secrets.data && lastUsed !== undefined,
            tab: "credentials" as const,
            at: lastUsed,
          },
        ]),
  ];
  return (
    <ol className="grid gap-2.5">
      {steps.map((step) => (
        <li key={step.label.open} className="flex items-start gap-2">
          {step.done === undefined ? (
            <Skeleton className="mt-0.5 size-5 rounded-full" />
          ) : (
            <span className={step.done ? "text-accent-ink" : "text-warning"}>
              <Icon name={step.done ? "check" : "clock"} className="mt-0.5 size-5" />
              <span className="sr-only">{step.done ? texts.done : texts.open}: </span>
            </span>
          )}
          <PlaceLink
            place={{ to: `/applications/$clientId/${step.tab}`, params: { clientId } }}
            className="text-link min-w-0"
          >
            {step.done ? step.label.done : step.label.open}
            {step.at !== undefined && (
              <>
                {" "}
                <Time at={step.at} />
              </>
            )}
          </PlaceLink>
        </li>
      ))}
    </ol>
  );
}
