import { testViews } from "./support/test-views.ts";
import { useOwnConsole } from "./support/use-console.ts";
import { ACCESS_VIEWS } from "./support/views.ts";

testViews(useOwnConsole("axe-core would check what other files created, too"), ACCESS_VIEWS);
