import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { ErrorNotice } from "./error-notice.tsx";

interface NotYetReadProps {
  readonly read: { readonly error: Error | null; refetch(): unknown };
  /** About as many as there will be. */
  readonly lines: number;
}

/** In place of what is being read: lines that are still to come, or why they do not. */
export const NotYetRead = ({ read, lines }: NotYetReadProps) =>
  read.error ? (
    <ErrorNotice error={read.error} retry={() => void read.refetch()} />
  ) : (
    <SkeletonText lines={lines} />
  );
