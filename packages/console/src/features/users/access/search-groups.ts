import { findEntities } from "../../../api/entities.ts";
import type { Option } from "../../../components/search/option.ts";
import type { Search } from "../../../components/search/use-search.ts";

const SHOWN = 20;

export const searchGroups: Search<Option> = async (search, signal) => {
  const groups = await findEntities("group", search, SHOWN, signal);
  return groups.map(({ name, description }) => ({ value: name, label: name, detail: description }));
};
