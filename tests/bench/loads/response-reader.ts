export type OnResponse = (status: number, body: Buffer, head: string) => void;

const NOTHING = Buffer.alloc(0);
const HEAD_END = Buffer.from("\r\n\r\n");
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

/**
 * Splits the bytes of one keep-alive connection into HTTP/1.1 responses by their Content-Length. Every subject sends it; a
 * response without it is an error.
 */
export function createResponseReader(onResponse: OnResponse): (chunk: Buffer) => void {
  let pending: Buffer = NOTHING;

  return (chunk) => {
    let bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd === -1) break;
      const head = bytes.toString("latin1", 0, headEnd);
      const length = CONTENT_LENGTH.exec(head)?.[1];
      if (length === undefined) throw new Error(`a response without Content-Length: ${head.slice(0, 300)}`);
      const bodyStart = headEnd + HEAD_END.length;
      const end = bodyStart + Number(length);
      if (bytes.length < end) break;
      const body = bytes.subarray(bodyStart, end);
      bytes = bytes.subarray(end);
      // "HTTP/1.1 200 OK": the status stands at 9 to 12.
      onResponse(Number(head.slice(9, 12)), body, head);
    }
    pending = bytes;
  };
}
