import { type CallArguments, callApi } from "../../../api/call-api.ts";
import type { ExportedList } from "../../../components/bulk/export-dialog.tsx";
import { type Application, clientIdOf } from "../application.ts";

/** The list of applications as a file, with the filters of the page. It has no secrets: no list contains any. */
export const exportedApplications = (
  query: CallArguments<"GET /applications">["query"],
): ExportedList<Application> => ({
  name: "applications",
  columns: {
    client_id: clientIdOf,
    name: ({ name }) => name,
    type: ({ type }) => type,
    enabled: ({ enabled = true }) => enabled,
    redirect_uris: ({ redirect_uris = [] }) => redirect_uris.join(" "),
    created_at: ({ created_at }) => created_at,
    updated_at: ({ updated_at }) => updated_at,
  },
  readPage: async (page, signal) =>
    (await callApi("GET /applications", { query: { ...query, ...page }, signal })).body,
});
