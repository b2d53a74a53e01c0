/** The API accepts images up to this size. */
const MAX_BYTES = 48_000;
/** Twice the size on the consent page, for high-resolution screens; smaller if the image is still too large. */
const SIDES = [256, 192, 128];
const TAKEN = ["image/png", "image/jpeg", "image/webp"];

/** Returns the bytes of an image, resized if the API would reject it. Undefined if the file is not an image. */
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
