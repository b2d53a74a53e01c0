import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { ErrorNotice } from "./error-notice.tsx";

interface LoadingOrErrorProps {
  readonly read: { readonly error: Error | null; refetch(): unknown };
  /** The expected number of lines. */
  readonly lines: number;
}

/** Replaces content that is loading: placeholder lines, or the error. */
export const LoadingOrError = ({ read, lines }: LoadingOrErrorProps) =>
  read.error ? (
    <ErrorNotice error={read.error} retry={() => void read.refetch()} />
  ) : (
    <SkeletonText lines={lines} />
  );
