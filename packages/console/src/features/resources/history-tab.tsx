import { History } from "../../components/history/history.tsx";
import { isOwn } from "./resource.ts";
import { useResource } from "./resource-context.ts";

export function HistoryTab() {
  const resource = useResource();
  const { name } = resource.value;
  return (
    <History kind="resource" id={name} name={name} present={resource} readOnly={isOwn(resource.value)} />
  );
}
