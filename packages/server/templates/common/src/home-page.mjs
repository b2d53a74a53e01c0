import { HOME } from "./licet.mjs";
import { readSession } from "./login.mjs";
import { ORDERS } from "./orders.mjs";

/** What the signed-in user may do. The page asks the API, which decides. */
export async function describeHome(cookies) {
  const session = readSession(cookies);
  if (!session) return undefined;
  const headers = { authorization: `Bearer ${session.token}` };
  const list = await fetch(`${HOME}/api/orders`, { headers });
  const changes = await Promise.all(
    ORDERS.map(async ({ id }) => {
      const { status } = await fetch(`${HOME}/api/orders/${id}`, { method: "PUT", headers });
      return { id, status };
    }),
  );
  return { name: session.name, refused: session.refused || "nothing", list: list.status, changes };
}

export async function writeHomePage(cookies) {
  const home = await describeHome(cookies);
  const body = home
    ? `<h1>Hello, ${escapeHtml(home.name)}</h1>
       <p>Refused to this application: ${escapeHtml(home.refused)}</p>
       <ul><li>see orders: ${home.list}</li>
       ${home.changes.map(({ id, status }) => `<li>change order ${id}: ${status}</li>`).join("")}</ul>
       <p><a href="/login">Sign in again</a></p>`
    : '<h1>The shop</h1><p><a href="/login">Sign in</a></p>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>The shop</title>${body}</html>`;
}

const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
