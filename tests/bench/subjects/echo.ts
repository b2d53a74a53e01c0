/**
 * The floor of a permission check: bare Fastify that reads the same JSON and answers with as many bytes. No token, no
 * decision, no database, no log.
 */
import Fastify from "fastify";

const app = Fastify();

app.post<{ Body: { subject: string; permission: string } }>("/api/v1/check", async ({ body }) => ({
  allowed: body.subject !== body.permission,
  revision: 100,
}));
app.get("/readyz", async () => ({ ready: true }));

await app.listen({ host: "127.0.0.1", port: Number(process.env.BENCH_PORT) });
