import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type AnswerOf, callApi } from "../../api/call-api.ts";

type ConditionCheck = AnswerOf<"POST /conditions:check">;

const PAUSE_MILLISECONDS = 300;

/** Validates a condition while the user types. Undefined for an empty condition and until the server responds. */
export function useConditionCheck(condition: string): {
  readonly check: ConditionCheck | undefined;
  readonly checking: boolean;
} {
  const settled = useSettled(condition.trim(), PAUSE_MILLISECONDS);
  const answer = useQuery({
    queryKey: ["POST /conditions:check", settled],
    queryFn: ({ signal }) => callApi("POST /conditions:check", { body: { condition: settled }, signal }),
    enabled: settled !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isCurrent = settled === condition.trim();
  return {
    check: isCurrent && settled !== "" ? answer.data?.body : undefined,
    checking: condition.trim() !== "" && (!isCurrent || answer.isFetching),
  };
}

/** Returns the value once it has not changed for this time. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
