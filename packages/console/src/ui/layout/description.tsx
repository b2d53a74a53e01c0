import { Skeleton } from "../display/skeleton.tsx";

interface DescriptionProps {
  readonly read: {
    readonly data: { readonly body: { readonly description?: string } } | undefined;
    readonly error: Error | null;
  };
  /** Said where there is none. */
  readonly none: string;
}

/** What somebody wrote about a thing, below its name, which is there before the rest was read. */
export function Description({ read: { data, error }, none }: DescriptionProps) {
  if (data) return data.body.description ?? none;
  return !error && <Skeleton className="inline-block h-4 w-64" />;
}
