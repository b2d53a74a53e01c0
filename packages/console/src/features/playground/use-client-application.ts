import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../auth/may.ts";
import type { Application } from "../../components/applications/application.ts";

/** The application of a client ID; undefined for an access key, while it loads, or if this user may not read it. */
export function useClientApplication(client: string | undefined): Application | undefined {
  const may = useMay();
  const isApplication = client !== undefined && !client.startsWith("ak_");
  const { data } = useRead(
    "GET /applications/{client_id}",
    { params: { client_id: client ?? "" } },
    { enabled: isApplication && may("applications.read") },
  );
  const application = data?.body;
  // The data of the previous client stays until the response arrives.
  return isApplication && (application?.client_id ?? application?.id) === client ? application : undefined;
}
