import { createLink } from "@tanstack/react-router";
import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { ButtonAnchor, type ButtonAnchorProps } from "../../ui/button/link-button.tsx";

interface PermittedAnchorProps extends ButtonAnchorProps {
  /** The permission that the view requires. */
  readonly needs: LicetPermission;
}

const PermittedAnchor = ({ needs, ...rest }: PermittedAnchorProps) => {
  const may = useMay();
  return may(needs) ? <ButtonAnchor {...rest} /> : null;
};

/** A link button that is hidden from users who may not open its view. */
export const PermittedLinkButton = createLink(PermittedAnchor);
