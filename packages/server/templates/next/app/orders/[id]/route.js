import { HOME } from "../../../src/addresses.mjs";
import { changeOrder } from "../../../src/home-page.mjs";

/** The form of an order on the home page. */
export async function POST(request, { params }) {
  const path = await changeOrder((await params).id, request.headers.get("cookie"));
  return Response.redirect(HOME + path, 303);
}
