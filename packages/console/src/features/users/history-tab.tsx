import { History } from "../../components/history/history.tsx";
import { nameOf } from "./user.ts";
import { useUser } from "./user-context.ts";

export function HistoryTab() {
  const user = useUser();
  return <History kind="user" id={user.value.id} name={nameOf(user.value)} present={user} />;
}
