/** How a deployment presents itself on its pages. */
export interface Brand {
  readonly name: string;
  /** A path of this server, or an https URL. */
  readonly logoUrl?: string;
  /** `#rgb` or `#rrggbb`. */
  readonly colour?: string;
}

export const DEFAULT_BRAND: Brand = { name: "Licet" };

/** The mark of Licet stands beside its own name only. */
export const isLicet = ({ name }: Brand): boolean => name === DEFAULT_BRAND.name;
