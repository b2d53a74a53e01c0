import { LicetError } from "./licet-error.ts";

/** Reads a body to its end, and no further than the bound: another server may answer with anything. */
export async function readBoundedText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new LicetError("invalid_response", `the answer has more than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
