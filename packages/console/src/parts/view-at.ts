import { type AnyRoute, createRoute } from "@tanstack/react-router";
import { lazyView, type ViewModule } from "./lazy-view.tsx";

/** A view at its path below another one. `validateSearch` reads the members of the address that it knows. */
export const viewAt = <Parent extends AnyRoute, const Path extends string, Search extends object>(
  parent: Parent,
  path: Path,
  importView: () => Promise<ViewModule>,
  validateSearch?: (search: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => parent, path, validateSearch, component: lazyView(importView) });
