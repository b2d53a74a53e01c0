import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "../../auth/may.ts";
import { findMissingPermissions } from "../../auth/view-permissions.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { MissingPermission } from "../permissions/missing-permission.tsx";
import { permissionTexts } from "../permissions/permission-texts.ts";

/** Names the missing permission before the view loads data or takes input. */
export function ViewGate({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(permissionTexts);
  useMay();
  const paths = useMatches({ select: (matches) => matches.map(({ fullPath }) => fullPath) });
  const missing = paths
    .map((path) => findMissingPermissions(path))
    .find((permissions) => permissions !== undefined);
  if (!missing) return children;
  return (
    <>
      <PageHeader title={texts.mayNotOpen} />
      <MissingPermission permissions={missing.map((permission) => `licet:${permission}`)} />
    </>
  );
}
