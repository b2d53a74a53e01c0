export function lacksOptional(folder: string, extent: string): boolean;
