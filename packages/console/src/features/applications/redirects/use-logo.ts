import { ApiProblem } from "../../../api/problem.ts";
import { useRead } from "../../../api/use-api.ts";

/** The address of its logo, served by Licet itself; undefined when it has none. */
export function useLogo(clientId: string): string | undefined {
  const { data, error } = useRead("GET /applications/{client_id}/logo", { params: { client_id: clientId } });
  if (!data || (error instanceof ApiProblem && error.status === 404)) return undefined;
  return `/assets/logos/${encodeURIComponent(clientId)}/${data.body.digest}`;
}
