import type { Example } from "./example.ts";

/** A single page application with React. It works with the development server of Vite as it is. */
export const signInReact = ({
  clientId,
  endpoints,
  scope,
  redirectUri,
  postLogoutRedirectUri,
}: Example): string => `// npm create vite@latest my-app -- --template react
// In its folder: npm install oidc-client-ts
// Save as src/main.jsx
import { UserManager } from "oidc-client-ts";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const manager = new UserManager({
  authority: "${endpoints.issuer}",
  client_id: "${clientId}",
  redirect_uri: "${redirectUri}",${postLogoutRedirectUri === undefined ? "" : `\n  post_logout_redirect_uri: "${postLogoutRedirectUri}",`}
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
    // Your API. With Vite, server.proxy in vite.config.js leads /api to it.
    const headers = { authorization: \`Bearer \${user.access_token}\` };
    const response = await fetch("/api", { headers });
    setAnswer(\`\${response.status} \${await response.text()}\`);
  }

  return (
    <main>
      {user ? (
        <>
          <p>Hello, {user.profile.name ?? user.profile.sub}. You allowed: {user.scope}</p>
          <button onClick={callApi}>Call the API</button>
          <button onClick={() => manager.signoutRedirect()}>Sign out</button>
        </>
      ) : (
        <button onClick={() => manager.signinRedirect()}>Sign in</button>
      )}
      <output>{answer}</output>
    </main>
  );
}

createRoot(document.getElementById("root")).render(<App />);`;
