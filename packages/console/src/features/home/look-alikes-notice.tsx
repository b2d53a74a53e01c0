import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { homeTexts } from "./texts.ts";

/** Lists users whose names look alike, until an administrator has separated them. */
export function LookAlikesNotice() {
  const texts = useTexts(homeTexts);
  const { data } = useRead("GET /users:look-alikes", {});
  const groups = data?.body.items ?? [];
  if (groups.length === 0) return null;
  return (
    <div className="mb-5">
      <Notice
        tone="warning"
        title={texts.lookAlikes}
        action={<ApiCall call={describeCall("GET /users:look-alikes", {})} />}
      >
        <p>{texts.lookAlikesHint}</p>
        <ul className="mt-2 space-y-1">
          {groups.map(({ name, users }) => (
            <li key={name} className="flex flex-wrap gap-x-3">
              {users.map(({ id, username }) => (
                <PlaceLink
                  key={id}
                  place={{ to: "/users/$id", params: { id } }}
                  className="font-medium hover:underline"
                >
                  {username}
                </PlaceLink>
              ))}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
