import { beginLogout } from "../../src/login.mjs";

export async function POST() {
  const { address, cookie } = await beginLogout();
  return new Response(null, { status: 303, headers: { location: address, "set-cookie": cookie } });
}
