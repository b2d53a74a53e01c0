import { AssignmentsOf } from "../../../components/assignments/assignments-of.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { isPublicType, signsUsersIn } from "../application.ts";
import { useApplication } from "../use-application.ts";
import { DelegatedForm } from "./delegated-form.tsx";
import { EffectivePermissions } from "./effective-permissions.tsx";
import { permissionsTexts } from "./texts.ts";

/** Shows the delegated scopes, if the application signs users in, and then its own permissions. */
export function PermissionsTab() {
  const texts = useTexts(permissionsTexts);
  const { application, clientId } = useApplication();
  const isPublic = isPublicType(application.type);
  return (
    <>
      {signsUsersIn(application.type) && <DelegatedForm />}
      {isPublic && (
        <div className="mb-4">
          <Notice tone="neutral">{texts.publicNote}</Notice>
        </div>
      )}
      <AssignmentsOf principal={`application:${clientId}`} words={texts} />
      {!isPublic && <EffectivePermissions />}
    </>
  );
}
