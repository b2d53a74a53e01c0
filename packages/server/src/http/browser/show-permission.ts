import type { LocalizedText } from "@licet/engine/internal/entities.ts";
import type { Model } from "@licet/engine/internal/model.ts";
import { parseScopeItem } from "@licet/engine/internal/values/scope.ts";
import type { Language } from "../pages/choose-language.ts";
import type { ShownPermission } from "../pages/parts/permission.ts";

/** A scope item as the pages show it, with the texts of the catalogue if it still exists there. */
export function showPermission(
  model: Pick<Model, "permissions" | "resources">,
  scope: string,
  language: Language,
): ShownPermission {
  const item = parseScopeItem(scope);
  if (item.kind !== "permission") return { scope };
  const description = findText(model.permissions.get(item.permission)?.description, language);
  const resourceTitle = findText(model.resources.get(item.resource ?? "")?.displayName, language);
  return {
    scope,
    ...(item.resource !== undefined && { resource: item.resource }),
    ...(item.instance !== undefined && { instance: item.instance }),
    ...(resourceTitle !== undefined && { resourceTitle }),
    ...(description !== undefined && { description }),
  };
}

/** A text in a language that the user may not read is better than none. */
const findText = (texts: LocalizedText = {}, language: Language): string | undefined =>
  texts[language] ?? texts.en ?? Object.values(texts)[0];
