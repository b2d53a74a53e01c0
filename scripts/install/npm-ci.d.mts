export function npmCi(options?: { readonly folder?: string; readonly need?: string }): Promise<void>;
