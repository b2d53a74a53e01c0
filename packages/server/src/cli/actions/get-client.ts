import type { Client } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";

export async function getClient({ clients }: Pick<Services, "clients">, clientId: string): Promise<Client> {
  const client = await clients.find(clientId);
  if (!client) {
    throw new InvalidInputError(
      `there is no application or access account ${clientId}; licet app list and licet access-account list show them`,
    );
  }
  return client;
}
