import { HOME, PORT } from "./addresses.mjs";
import { readSession } from "./login.mjs";

/** What the page shows to the user who is signed in; undefined: nobody is. */
export async function describeHome(cookies) {
  const session = readSession(cookies);
  if (!session) return undefined;
  const answer = await callApi(session, "GET", "/api/orders");
  const { orders } = answer.ok ? await answer.json() : { orders: [] };
  return { name: session.name, refused: session.refused || "nothing", status: answer.status, orders };
}

/** Changes an order for the user who is signed in. Returns where to send the browser, which says how it ended. */
export async function changeOrder(id, cookies) {
  const session = readSession(cookies);
  if (!session) return "/login";
  const { status } = await callApi(session, "PUT", `/api/orders/${encodeURIComponent(id)}`);
  return `/?${new URLSearchParams({ order: id, status: String(status) })}`;
}

/** The pages call the API with the token of the user, as any other program does. The API decides. */
const callApi = (session, method, path) =>
  fetch(`http://127.0.0.1:${PORT}${path}`, { method, headers: { authorization: `Bearer ${session.token}` } });

/** `address`: what the browser asked for, with the result of a change in its query. */
export async function writeHomePage(cookies, address) {
  const home = await describeHome(cookies);
  const { searchParams } = new URL(address, HOME);
  const result = searchParams.has("order")
    ? `<p>Change of order ${escapeHtml(searchParams.get("order"))}: ${describeStatus(searchParams.get("status"))}</p>`
    : "";
  const body = home
    ? `<h1>Hello, ${escapeHtml(home.name)}</h1>
       <p>Refused to this application: ${escapeHtml(home.refused)}</p>
       <p>The API answers with ${home.status}:</p>
       ${home.orders.map(writeOrder).join("")}
       ${result}
       <form method="post" action="/logout"><button>Sign out</button></form>`
    : '<h1>The shop</h1><p><a href="/login">Sign in</a></p>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>The shop</title>${body}</html>`;
}

/** What the API said about a change. */
export const describeStatus = (status) =>
  ({ 200: "200, changed", 403: "403, you may not change this order" })[status] ?? "it cannot be changed now";

const writeOrder = ({ id, item, country }) =>
  `<form method="post" action="/orders/${id}">${id}: ${item}, ${country} <button>Change</button></form>`;

const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
