import { getRouteApi, Outlet } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { DetailPage } from "../../components/pages/detail-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Skeleton, SkeletonText } from "../../ui/display/skeleton.tsx";
import { UserActions } from "./actions/user-actions.tsx";
import { LockoutNotice } from "./lockout-notice.tsx";
import { userTexts } from "./texts.ts";
import { isEnabled, nameOf, toVersioned } from "./user.ts";
import { UserContext } from "./user-context.ts";

const route = getRouteApi("/users/$id");

/** The page of one user, with its tabs. */
export function UserPage() {
  const texts = useTexts(userTexts);
  const { id } = route.useParams();
  const read = useRead("GET /users/{id}", { params: { id } });
  // The data of another user must not appear under this address while the page loads.
  const answer = read.isPlaceholderData ? undefined : read.data;
  const user = answer?.body;
  const to = (tab: "" | "/access" | "/permissions" | "/consents" | "/sessions") => ({
    to: `/users/$id${tab}`,
    params: { id },
  });
  return (
    <DetailPage
      title={user ? nameOf(user) : id}
      parent={{ label: texts.title, place: { to: "/users" } }}
      badge={
        user &&
        !isEnabled(user) && (
          <Badge tone="warning" icon="blocked">
            {texts.states.disabled}
          </Badge>
        )
      }
      subtitle={
        user ? (
          <span className="flex flex-wrap items-center gap-x-3">
            <code>{user.username}</code>
            <Copyable text={user.id} label={texts.copyId} />
          </span>
        ) : (
          !read.error && <Skeleton className="my-1 h-5 w-64" />
        )
      }
      actions={user && <UserActions key={user.id} user={user} />}
      tabs={{
        label: texts.tabsLabel,
        all: [
          { label: texts.tabs.profile, place: to("") },
          { label: texts.tabs.access, place: to("/access") },
          { label: texts.tabs.permissions, place: to("/permissions") },
          { label: texts.tabs.consents, place: to("/consents") },
          { label: texts.tabs.sessions, place: to("/sessions") },
        ],
      }}
      error={answer ? null : read.error}
      retry={() => void read.refetch()}
    >
      {answer ? (
        <UserContext key={answer.body.id} value={toVersioned(answer)}>
          <LockoutNotice user={answer.body} />
          <Outlet />
        </UserContext>
      ) : (
        <SkeletonText lines={8} />
      )}
    </DetailPage>
  );
}
