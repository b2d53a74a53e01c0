import { useTexts } from "../../../texts/use-texts.tsx";
import { Mark } from "../../../ui/icons.tsx";
import { previewTexts } from "./preview-texts.ts";

interface SignInPreviewProps {
  readonly brandName: string;
  readonly colour: string | undefined;
}

/** A picture of the sign-in page with the current brand. It is not interactive. */
export function SignInPreview({ brandName, colour }: SignInPreviewProps) {
  const texts = useTexts(previewTexts);
  const brandColour = colour === undefined ? {} : { background: colour };
  return (
    <div
      role="img"
      aria-label={texts.label(brandName)}
      className="rounded-card border bg-page px-6 py-8 select-none"
    >
      <div aria-hidden="true">
        <p className="mb-4 flex items-center justify-center gap-2 font-bold">
          {colour === undefined ? (
            <Mark className="size-6" />
          ) : (
            <span className="size-6 rounded-control" style={brandColour} />
          )}
          {brandName}
        </p>
        <div className="mx-auto max-w-72 rounded-card border bg-surface p-5 shadow-card">
          <p className="text-center text-lg font-bold">{texts.title}</p>
          <p className="mb-4 text-center text-sm text-muted">
            {texts.toContinueTo} <b className="text-ink">{texts.application}</b>
          </p>
          {[texts.username, texts.password].map((label) => (
            <div key={label} className="mb-3">
              <span className="mb-1 block text-sm font-medium">{label}</span>
              <span className="block h-8 rounded-control border border-edge" />
            </div>
          ))}
          <span
            className="mt-4 flex h-9 items-center justify-center rounded-control bg-accent font-semibold text-on-accent"
            style={{ ...brandColour, ...(colour !== undefined && { color: readableOn(colour) }) }}
          >
            {texts.submit}
          </span>
        </div>
        <p className="mt-4 text-center text-xs text-muted">{texts.promise(brandName)}</p>
      </div>
    </div>
  );
}

/** Returns black or white, whichever is readable on the colour (WCAG 2.2, relative luminance). */
function readableOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}
