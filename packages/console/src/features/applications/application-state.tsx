import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import type { Application } from "./application.ts";
import { applicationsTexts } from "./texts.ts";

export function ApplicationState({ application }: { readonly application: Application }) {
  const texts = useTexts(applicationsTexts);
  return application.enabled === false ? (
    <Badge tone="bad">{texts.disabled}</Badge>
  ) : (
    <Badge tone="good">{texts.enabled}</Badge>
  );
}
