import { EntityName } from "../../components/entities/entity-name.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Time } from "../../ui/display/time.tsx";
import type { Given } from "./given.ts";
import { activityTexts } from "./texts.ts";

export function WhatIsGiven({ given: { what, until } }: { readonly given: Given }) {
  const texts = useTexts(activityTexts);
  if ("group" in what) return <EntityName name={`group:${what.group}`} />;
  return (
    <>
      {"role" in what ? (
        <EntityName name={`role:${what.role}`} />
      ) : (
        <code className="text-sm wrap-anywhere">{what.permission}</code>
      )}
      {what.at !== undefined && <code className="text-sm wrap-anywhere"> @ {what.at}</code>}
      {until !== undefined && (
        <span className="text-sm text-muted">
          {" "}
          {texts.until} <Time at={until} look="absolute" />
        </span>
      )}
    </>
  );
}
