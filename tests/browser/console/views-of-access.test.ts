import { lookAtViews } from "./support/look-at-views.ts";
import { useConsole } from "./support/use-console.ts";
import { ACCESS_VIEWS } from "./support/views.ts";

lookAtViews(useConsole(), ACCESS_VIEWS);
