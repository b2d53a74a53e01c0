import { HOME } from "../../src/addresses.mjs";
import { finishLogin } from "../../src/login.mjs";

export async function GET(request) {
  const { pathname, search } = new URL(request.url);
  const cookies = await finishLogin(pathname + search, request.headers.get("cookie"));
  const headers = new Headers({ location: `${HOME}/` });
  for (const cookie of cookies ?? []) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
