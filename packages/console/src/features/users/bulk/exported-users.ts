import { type CallArguments, callApi } from "../../../api/call-api.ts";
import type { ExportedList } from "../../../components/bulk/export-dialog.tsx";
import { isEnabled, type User } from "../user.ts";

/** The list of users as a file, with the filters of the page. */
export const exportedUsers = (query: CallArguments<"GET /users">["query"]): ExportedList<User> => ({
  name: "users",
  columns: {
    id: ({ id }) => id,
    username: ({ username }) => username,
    name: ({ name }) => name,
    email: ({ email }) => email,
    enabled: isEnabled,
    attributes: ({ attributes }) => attributes,
    created_at: ({ created_at }) => created_at,
    updated_at: ({ updated_at }) => updated_at,
  },
  readPage: async (page, signal) =>
    (await callApi("GET /users", { query: { ...query, ...page }, signal })).body,
});
