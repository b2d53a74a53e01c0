/** The API accepts images up to this size. */
const MAX_BYTES = 48_000;
/** The longest side: enough for high-resolution screens, and smaller if the image still has too many bytes. */
const SIDE_PIXELS = [256, 192, 128];
const ACCEPTED_TYPES = ["image/png", "image/jpeg", "image/webp"];

/**
 * Returns the bytes of an image, resized if the API would reject it. Undefined if it is no image, or cannot be made small
 * enough.
 */
export async function shrinkImage(file: File): Promise<Uint8Array | undefined> {
  if (file.size <= MAX_BYTES && ACCEPTED_TYPES.includes(file.type))
    return new Uint8Array(await file.arrayBuffer());
  try {
    const image = await createImageBitmap(file);
    for (const side of SIDE_PIXELS) {
      const resized = await resize(image, side);
      if (resized.size <= MAX_BYTES) return new Uint8Array(await resized.arrayBuffer());
    }
    return undefined;
  } catch {
    return undefined;
  }
}

async function resize(image: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
}
