import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useMay } from "./may.ts";
import { MissingPermission } from "./missing-permission.tsx";
import { permissionTexts } from "./permission-texts.ts";
import { findMissingPermissions } from "./view-permissions.ts";

/** Says what is missing before anything is asked for or typed. */
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
