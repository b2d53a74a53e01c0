import { headers } from "next/headers";
import { describeHome, describeStatus } from "../src/home-page.mjs";

export default async function Home({ searchParams }) {
  const home = await describeHome((await headers()).get("cookie"));
  if (!home) {
    return (
      <>
        <h1>The shop</h1>
        <a href="/login">Sign in</a>
      </>
    );
  }
  const { order, status } = await searchParams;
  return (
    <>
      <h1>Hello, {home.name}</h1>
      <p>Refused to this application: {home.refused}</p>
      <p>The API answers with {home.status}:</p>
      {home.orders.map(({ id, item, country }) => (
        <form key={id} method="post" action={`/orders/${id}`}>
          {id}: {item}, {country} <button type="submit">Change</button>
        </form>
      ))}
      {order && (
        <p>
          Change of order {order}: {describeStatus(status)}
        </p>
      )}
      <form method="post" action="/logout">
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}
