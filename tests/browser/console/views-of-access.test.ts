import { testViews } from "./support/test-views.ts";
import { useConsole } from "./support/use-console.ts";
import { ACCESS_VIEWS } from "./support/views.ts";

testViews(useConsole(), ACCESS_VIEWS);
