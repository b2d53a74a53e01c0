/** How a deployment presents itself on its pages. */
export interface Brand {
  readonly name: string;
  /** A path of this server, or an https URL. */
  readonly logoUrl?: string;
  /** `#rgb` or `#rrggbb`. */
  readonly colour?: string;
}

export const DEFAULT_BRAND: Brand = { name: "Licet" };
