/** What the API takes as it is. */
const MAX_BYTES = 48_000;
/** Twice what the consent page shows, for fine screens; smaller when even that is too much. */
const SIDES = [256, 192, 128];
const TAKEN = ["image/png", "image/jpeg", "image/webp"];

/** The bytes of a picture, made smaller here where the API would not take it. Undefined: it is no picture. */
export async function shrinkPicture(file: File): Promise<Uint8Array | undefined> {
  if (file.size <= MAX_BYTES && TAKEN.includes(file.type)) return new Uint8Array(await file.arrayBuffer());
  try {
    const picture = await createImageBitmap(file);
    for (const side of SIDES) {
      const drawn = await draw(picture, side);
      if (drawn.size <= MAX_BYTES) return new Uint8Array(await drawn.arrayBuffer());
    }
    return undefined;
  } catch {
    return undefined;
  }
}

async function draw(picture: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
}
