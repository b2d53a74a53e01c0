import { useQueries } from "@tanstack/react-query";
import { type AnswerOf, callApi } from "../../api/call-api.ts";
import { isGone } from "../../api/issue-at.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import type { Place } from "../../ui/place.ts";
import { nameAccessAccount, nameApplication, nameUser } from "./name-principal.ts";
import { EVERY_USER, findPrincipal } from "./principal.ts";
import { principalTexts } from "./texts.ts";

export interface PrincipalName {
  readonly label: string;
  /** Distinguishes principals with the same name. */
  readonly detail?: string | undefined;
  /** The page of the principal, if its identifier alone does not determine it. */
  readonly place?: Place | undefined;
  /** The principal no longer exists. */
  readonly isGone?: boolean;
}

const REMEMBERED_MILLISECONDS = 60_000;
/** Names rarely change, so a write that refreshes every list does not read the names again. */
const remembered = new Map<string, { readonly until: number; readonly name: Promise<PrincipalName> }>();

/** Returns display names. The identifier is the fallback while a name loads or if this user may not read it. */
export function usePrincipalNames(principals: readonly string[]): (principal: string) => PrincipalName {
  const texts = useTexts(principalTexts);
  const wanted = [...new Set(principals)].filter(hasAnotherName).toSorted();
  const answers = useQueries({
    queries: wanted.map((principal) => ({
      queryKey: ["name of a principal", principal],
      queryFn: () => getName(principal),
      retry: false,
      staleTime: REMEMBERED_MILLISECONDS,
    })),
  });
  const names = new Map(wanted.map((principal, place) => [principal, answers[place]]));
  return (principal) => {
    if (principal === EVERY_USER) return { label: texts.everyUser };
    const answer = names.get(principal);
    return (
      answer?.data ?? { label: findPrincipal(principal)?.id ?? principal, isGone: isGone(answer?.error) }
    );
  };
}

/** Reads the name that the API sends with an assignment, which saves a request per principal; else the identifier. */
export function usePrincipalNameOf(): (assignment: NamedAssignment) => PrincipalName {
  const texts = useTexts(principalTexts);
  return ({ principal, principal_details: details }) => {
    if (principal === EVERY_USER) return { label: texts.everyUser };
    const id = findPrincipal(principal)?.id ?? principal;
    if (!details) return { label: id };
    if (details.application === undefined)
      return {
        label: nameUser({ name: details.name, username: details.username ?? id }),
        detail: details.username ?? id,
      };
    return nameAccount(
      id,
      nameAccessAccount(details.name, id),
      details.application,
      details.application_name,
    );
  };
}

type NamedAssignment = Pick<AnswerOf<"GET /assignments/{id}">, "principal" | "principal_details">;

const hasAnotherName = (text: string): boolean => {
  const type = findPrincipal(text)?.type;
  return text !== EVERY_USER && type !== undefined && type !== "group";
};

function getName(principal: string): Promise<PrincipalName> {
  const known = remembered.get(principal);
  if (known && known.until > Date.now()) return known.name;
  const name = readName(principal);
  remembered.set(principal, { until: Date.now() + REMEMBERED_MILLISECONDS, name });
  name.catch(() => remembered.delete(principal));
  return name;
}

async function readName(text: string): Promise<PrincipalName> {
  const principal = findPrincipal(text);
  if (principal?.type === "user") {
    const { body } = await callApi("GET /users/{id}", { params: { id: principal.id } });
    return { label: nameUser(body), detail: body.username };
  }
  if (principal?.type === "access_account") return readAccount(principal.id);
  const id = principal?.id ?? text;
  const { body } = await callApi("GET /applications/{client_id}", { params: { client_id: id } });
  return { label: nameApplication(body), detail: id };
}

/** An access account is shown with its application. */
async function readAccount(accessKey: string): Promise<PrincipalName> {
  const { body } = await callApi("GET /access-accounts/{access_key}", { params: { access_key: accessKey } });
  const { label } = await getName(`application:${body.application}`);
  return nameAccount(accessKey, nameAccessAccount(body.name, accessKey), body.application, label);
}

const nameAccount = (
  accessKey: string,
  label: string,
  application: string,
  applicationName = application,
): PrincipalName => ({
  label,
  detail: `${applicationName} · ${accessKey}`,
  place: {
    to: "/applications/$clientId/credentials",
    params: { clientId: application },
    search: { account: accessKey },
  },
});
