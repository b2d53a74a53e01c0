import { Skeleton } from "../display/skeleton.tsx";

interface DescriptionProps {
  readonly read: {
    readonly data: { readonly body: { readonly description?: string } } | undefined;
    readonly error: Error | null;
  };
  /** The text if the object has no description. */
  readonly none: string;
}

/** The description of an object below its name; the name appears before the rest has loaded. */
export function Description({ read: { data, error }, none }: DescriptionProps) {
  if (data) return data.body.description ?? none;
  return !error && <Skeleton className="inline-block h-4 w-64" />;
}
