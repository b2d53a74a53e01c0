import type { Application } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";

/** Reads an application by its client id or principal key (`application:reports`). */
export async function getApplication(
  { storage }: Pick<Services, "storage">,
  text: string,
): Promise<Application> {
  const id = text.replace(/^application:/, "");
  const application = await storage.state.find("application", id);
  if (application) return application;
  const ids = (await storage.state.list("application")).map((each) => each.id);
  throw new InvalidInputError(
    `there is no application ${id}${didYouMean(id, ids) || "; licet app list shows them"}`,
  );
}
