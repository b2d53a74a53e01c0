import { callApi } from "../../../api/call-api.ts";
import type { Option } from "../../../components/search/option.ts";
import type { Search } from "../../../components/search/use-search.ts";

const SHOWN = 20;

export const searchGroups: Search<Option> = async (search, signal) => {
  const query = { limit: SHOWN, ...(search !== "" && { search }) };
  const { body } = await callApi("GET /groups", { query, signal });
  return body.items.map(({ name, description }) => ({ value: name, label: name, detail: description }));
};
