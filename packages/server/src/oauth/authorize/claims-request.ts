/** The parsed `claims` parameter (OpenID Connect Core §5.5). */
export interface ClaimsRequest {
  readonly userinfo: readonly string[];
  readonly idToken: readonly string[];
  /** §5.5.1.1: the application can do with none but these. Absent: whatever there is. */
  readonly essentialAcr?: readonly string[];
  /** §5.5.1: only this user is accepted. */
  readonly subject?: string;
}

const MAX_CLAIMS = 100;

/** Undefined when it is not what §5.5 describes. Unknown members are to be ignored. */
export function parseClaimsRequest(text: string): ClaimsRequest | undefined {
  const asked = parseObject(parseJson(text));
  if (!asked) return undefined;
  const userinfo = asked.userinfo === undefined ? {} : parseObject(asked.userinfo);
  const idToken = asked.id_token === undefined ? {} : parseObject(asked.id_token);
  if (!userinfo || !idToken) return undefined;
  const wanted = [...Object.entries(userinfo), ...Object.entries(idToken)];
  if (wanted.length > MAX_CLAIMS || !wanted.every(([, how]) => how === null || parseObject(how)))
    return undefined;
  const acr = parseObject(idToken.acr);
  const essentialAcr = acr?.essential === true ? valuesOf(acr) : [];
  const subject = [idToken.sub, userinfo.sub]
    .map((how) => parseObject(how)?.value)
    .find((value) => value !== undefined);
  if (subject !== undefined && typeof subject !== "string") return undefined;
  return {
    userinfo: Object.keys(userinfo),
    idToken: Object.keys(idToken),
    ...(essentialAcr.length > 0 && { essentialAcr }),
    ...(subject !== undefined && { subject }),
  };
}

const valuesOf = ({ value, values }: Readonly<Record<string, unknown>>): readonly string[] =>
  (Array.isArray(values) ? values : [value]).filter((one) => typeof one === "string");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const parseObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
