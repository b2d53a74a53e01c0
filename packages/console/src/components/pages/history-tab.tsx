import { History } from "../history/history.tsx";
import { useEntityOfPage } from "./entity-context.ts";

/** The tab of any kind that lists the versions of its entity. */
export const HistoryTab = () => <History {...useEntityOfPage()} />;
