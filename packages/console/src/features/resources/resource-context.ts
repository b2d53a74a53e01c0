import { createContext, use } from "react";
import type { Versioned } from "../../api/use-form-draft.ts";
import type { Resource } from "./resource.ts";

/** The resource of the current page. */
export const ResourceContext = createContext<Versioned<Resource> | undefined>(undefined);

export function useResource(): Versioned<Resource> {
  const resource = use(ResourceContext);
  if (!resource) throw new Error("a tab of a resource stands outside of the resource's page");
  return resource;
}
