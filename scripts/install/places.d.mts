export const root: string;
export const nodePackage: string;
export const pinnedNode: string;
