import type { ApiDescription } from "../../../docs/.vitepress/theme/api/api-description.ts";
import { writeApiPage } from "../api/api-page.ts";
import { writeCommandLinePage } from "./command-line-page.ts";
import { writeErrorsPage } from "./errors-page.ts";
import { writeEventsPage } from "./events-page.ts";
import { writeMetricsPage } from "./metrics-page.ts";
import { writeQuickStartsPage } from "./quick-starts-page.ts";
import { writeSettingsPage } from "./settings-page.ts";

/** The pages below docs/reference, which say what the code says, by their file. */
export const REFERENCE_PAGES: Readonly<Record<string, (api: ApiDescription) => string | Promise<string>>> = {
  "quick-starts.md": writeQuickStartsPage,
  "settings.md": writeSettingsPage,
  "errors.md": writeErrorsPage,
  "events.md": writeEventsPage,
  "metrics.md": writeMetricsPage,
  "command-line.md": writeCommandLinePage,
  "api.md": writeApiPage,
};
