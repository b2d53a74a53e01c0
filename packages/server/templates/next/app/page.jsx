import { headers } from "next/headers";
import { describeHome } from "../src/home-page.mjs";

export default async function Home() {
  const home = await describeHome((await headers()).get("cookie"));
  if (!home) {
    return (
      <>
        <h1>The shop</h1>
        <a href="/login">Sign in</a>
      </>
    );
  }
  return (
    <>
      <h1>Hello, {home.name}</h1>
      <p>Refused to this application: {home.refused}</p>
      <ul>
        <li>see orders: {home.list}</li>
        {home.changes.map(({ id, status }) => (
          <li key={id}>
            change order {id}: {status}
          </li>
        ))}
      </ul>
      <a href="/login">Sign in again</a>
    </>
  );
}
