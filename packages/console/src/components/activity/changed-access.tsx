import { useTexts } from "../../texts/use-texts.tsx";
import { Time } from "../../ui/display/time.tsx";
import { EntityName } from "../entities/entity-name.tsx";
import type { AccessChange } from "./access-change.ts";
import { activityTexts } from "./texts.ts";

export function ChangedAccess({ change: { access, expiresAt } }: { readonly change: AccessChange }) {
  const texts = useTexts(activityTexts);
  if ("group" in access) return <EntityName name={`group:${access.group}`} />;
  return (
    <>
      {"role" in access ? (
        <EntityName name={`role:${access.role}`} />
      ) : (
        <code className="text-sm wrap-anywhere">{access.permission}</code>
      )}
      {access.at !== undefined && <code className="text-sm wrap-anywhere"> @ {access.at}</code>}
      {expiresAt !== undefined && (
        <span className="text-sm text-muted">
          {" "}
          {texts.until} <Time at={expiresAt} look="absolute" />
        </span>
      )}
    </>
  );
}
