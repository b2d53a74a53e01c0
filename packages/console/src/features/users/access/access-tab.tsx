import { AssignmentsOf } from "../../../components/assignments/assignments-of.tsx";
import { useShown } from "../../../components/pages/entity-context.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Memberships } from "./memberships.tsx";
import { accessTexts } from "./texts.ts";

/** Lists the direct assignments of the user and the groups that add more. */
export function AccessTab() {
  const texts = useTexts(accessTexts);
  const { id } = useShown("user").value;
  return (
    <>
      <AssignmentsOf principal={`user:${id}`} words={texts} />
      <Memberships userId={id} />
    </>
  );
}
