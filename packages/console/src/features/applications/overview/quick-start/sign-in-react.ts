import type { Example } from "./example.ts";

/** A single page application with React, on the development server of Vite. */
export const signInReact = ({
  clientId,
  endpoints,
  scope,
  redirectUri,
  postLogoutRedirectUri = redirectUri,
}: Example): string => `// Register ${redirectUri} as redirect URI
// and ${
  postLogoutRedirectUri === redirectUri ? "" : `${postLogoutRedirectUri} `
}as post-logout redirect URI first.
// npm create vite@latest my-app -- --template react
// In its folder: npm install oidc-client-ts
// Let vite.config.js lead /api to your API, here one on port 3000:
//   import react from "@vitejs/plugin-react";
//   import { defineConfig } from "vite";
//   const rewrite = (path) => path.slice("/api".length);
//   const proxy = { "/api": { target: "http://localhost:3000", rewrite } };
//   export default defineConfig({ plugins: [react()], server: { proxy } });
// Save this as src/main.jsx, then: ${devCommand(redirectUri)}
import { UserManager } from "oidc-client-ts";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const manager = new UserManager({
  authority: "${endpoints.issuer}",
  client_id: "${clientId}",
  redirect_uri: "${redirectUri}",
  post_logout_redirect_uri: "${postLogoutRedirectUri}",
  scope: "${scope}",
});

// Outside of the component: a code can be exchanged once, and React may run effects twice.
const signedIn = findUser();

function findUser() {
  // Only an answer of Licet has a state.
  if (!new URLSearchParams(location.search).has("state")) return manager.getUser();
  const removeAnswer = () => history.replaceState(null, "", location.pathname);
  return manager.signinCallback().finally(removeAnswer);
}

function App() {
  const [user, setUser] = useState();
  const [answer, setAnswer] = useState("");
  useEffect(() => {
    signedIn.then(setUser, (error) => setAnswer(error.message));
    // A renewed token, and the end of the session.
    manager.events.addUserLoaded(setUser);
    manager.events.addUserUnloaded(() => setUser(null));
  }, []);

  async function callApi() {
    const headers = { authorization: \`Bearer \${user.access_token}\` };
    const response = await fetch("/api", { headers });
    // Without the proxy, Vite answers with its own page and status 200.
    const isJson = response.headers.get("content-type")?.includes("json");
    const problem = "but no JSON, so it is not your API: check server.proxy in vite.config.js";
    setAnswer(\`\${response.status} \${isJson ? await response.text() : problem}\`);
  }

  function signOut() {
    // oidc-client-ts sends the ID token in the address, which may be logged. It gives access to nothing,
    // but holds the name: not so with id_token_claims: minimal of the application. The greeting then
    // needs loadUserInfo: true above.
    return manager.signoutRedirect();
  }

  return (
    <main>
      {user ? (
        <>
          <p>Hello, {user.profile.name ?? user.profile.sub}. You allowed: {user.scope}</p>
          <button onClick={callApi}>Call the API</button>
          <button onClick={signOut}>Sign out</button>
        </>
      ) : (
        <button onClick={() => manager.signinRedirect()}>Sign in</button>
      )}
      <output>{answer}</output>
    </main>
  );
}

createRoot(document.getElementById("root")).render(<App />);`;

const VITE_PORT = "5173";

/** The address of the redirect URI has to be the one that Vite serves. */
function devCommand(redirectUri: string): string {
  const { protocol, port } = new URL(redirectUri);
  if (protocol === "https:")
    return `npm run dev. It serves http://localhost:${VITE_PORT}/: to sign in there, register this, too, and write it below.`;
  return port === VITE_PORT ? "npm run dev" : `npm run dev -- --port ${port || "80"}`;
}
