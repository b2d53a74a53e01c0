/** `npm run docs:reference`: writes the pages of the reference again, from the code. */

import { describeApi } from "./docs/api/describe-api.ts";
import { REFERENCE, writeReference } from "./docs/reference/write-reference.ts";

const changed = await writeReference(await describeApi());
console.log(changed.length === 0 ? `${REFERENCE} is up to date.` : `Written: ${changed.join(", ")}`);
