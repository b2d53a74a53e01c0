import { NameField } from "../../components/fields/name-field.tsx";
import { NewEntityPage } from "../../components/pages/new-entity-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { ResourceFields } from "./overview/resource-fields.tsx";
import {
  areComplete,
  bodyFromParts,
  DEFAULT_ALGORITHM,
  DEFAULT_TOKEN_TYPE,
  type ResourceParts,
} from "./resource.ts";
import { resourcesTexts } from "./texts.ts";

type Typed = ResourceParts & { readonly name: string };

const UNTOUCHED: Typed = {
  name: "",
  display_name: {},
  identifier: "",
  signing_alg: DEFAULT_ALGORITHM,
  access_token_type: DEFAULT_TOKEN_TYPE,
  // Nearly every API has these actions; the user can change them.
  actions: [
    { name: "read", description: {} },
    { name: "write", description: {} },
  ],
};

export function NewResourcePage() {
  const texts = useTexts(resourcesTexts);
  return (
    <NewEntityPage
      kind="resource"
      texts={texts}
      untouched={UNTOUCHED}
      isComplete={({ name, identifier, actions }) => name !== "" && identifier !== "" && areComplete(actions)}
      bodyOf={bodyFromParts}
      wide
    >
      {({ typed, change, error, tried }) => (
        <>
          <NameField
            value={typed.name}
            onChange={(name) => change({ name })}
            texts={texts}
            error={error}
            tried={tried}
            className="max-w-md"
            placeholder="orders"
            code
          />
          <ResourceFields parts={typed} onChange={change} error={error} tried={tried} />
        </>
      )}
    </NewEntityPage>
  );
}
