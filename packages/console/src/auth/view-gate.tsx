import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useMay } from "./may.ts";
import { MissingRight } from "./missing-right.tsx";
import { rightsTexts } from "./rights-texts.ts";
import { findMissingRights } from "./view-rights.ts";

/** Says what is missing before anything is asked for or typed. */
export function ViewGate({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(rightsTexts);
  useMay();
  const paths = useMatches({ select: (matches) => matches.map(({ fullPath }) => fullPath) });
  const missing = paths.map((path) => findMissingRights(path)).find((rights) => rights !== undefined);
  if (!missing) return children;
  return (
    <>
      <PageHeader title={texts.mayNotOpen} />
      <MissingRight permissions={missing.map((right) => `licet:${right}`)} />
    </>
  );
}
