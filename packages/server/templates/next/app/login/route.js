import { beginLogin } from "../../src/login.mjs";

export async function GET() {
  const { address, cookie } = await beginLogin();
  return new Response(null, { status: 303, headers: { location: address, "set-cookie": cookie } });
}
