import { History } from "../../components/history/history.tsx";
import { isOwn, nameOf } from "./application.ts";
import { useApplication } from "./application-context.ts";

export function HistoryTab() {
  const { stored, application, clientId } = useApplication();
  return (
    <History
      kind="application"
      id={clientId}
      name={nameOf(application)}
      present={stored}
      readOnly={isOwn(application)}
    />
  );
}
