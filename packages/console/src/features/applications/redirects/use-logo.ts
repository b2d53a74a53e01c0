import { useRead } from "../../../api/use-api.ts";
import type { Application } from "../application.ts";

/** The URL of the logo, which Licet serves; undefined if the application has none. */
export function useLogo(application: Application): string | undefined {
  const clientId = application.client_id;
  const { data } = useRead(
    "GET /applications/{client_id}/logo",
    { params: { client_id: clientId } },
    { enabled: application.has_logo },
  );
  if (!application.has_logo || !data) return undefined;
  return `/assets/logos/${encodeURIComponent(clientId)}/${data.body.digest}`;
}
