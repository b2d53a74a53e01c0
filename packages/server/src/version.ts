import manifest from "../package.json" with { type: "json" };

export const readVersion = (): string => manifest.version;
