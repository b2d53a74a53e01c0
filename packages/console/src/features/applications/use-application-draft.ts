import { describeCall, type ShownCall } from "../../api/call-api.ts";
import { useWrite } from "../../api/use-api.ts";
import { type FormDraft, useFormDraft, type Versioned } from "../../api/use-form-draft.ts";
import { readApplication } from "../../components/applications/application.ts";
import { type Application, type ApplicationBody, toBody } from "./application.ts";
import { useApplication } from "./application-context.ts";

type Members = { readonly [Member in keyof ApplicationBody]?: ApplicationBody[Member] | undefined };

/** Edits some members of the application in a form; the body includes the other members unchanged. */
export function useApplicationDraft<Part extends Members>(
  pick: (application: Application) => Part,
): { readonly draft: FormDraft<Part>; readonly call: ShownCall } {
  const { stored, clientId } = useApplication();
  const put = useWrite("PUT /applications/{client_id}");
  const describe = (onto: Versioned<Application>, part: Part) => ({
    params: { client_id: clientId },
    body: withoutEmpty({ ...toBody(onto.value), ...part } as ApplicationBody),
    ifMatch: onto.etag,
  });
  const draft = useFormDraft<Application, Part>({
    of: clientId,
    stored,
    pick,
    read: () => readApplication(clientId),
    write: (onto, part) => put.mutateAsync(describe(onto, part)),
  });
  return { draft, call: describeCall("PUT /applications/{client_id}", describe(stored, draft.part)) };
}

/** An empty field omits its member. */
const withoutEmpty = (body: ApplicationBody): ApplicationBody =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== ""),
  ) as unknown as ApplicationBody;
