import { resolve } from "node:path";
import { invalid, parseList, type SettingText } from "./values.ts";

/** The branding of the pages, and the content of security.txt. */
export interface PageSettings {
  readonly brandName: string;
  /** The path of an image file. */
  readonly brandLogo: string | undefined;
  /** `#rrggbb` */
  readonly brandColour: string | undefined;
  /** The contact URIs of security.txt. Without a contact, there is no security.txt. */
  readonly securityContacts: readonly string[];
  readonly securityPolicy: string | undefined;
}

export function parsePageSettings(text: SettingText, cwd: string): PageSettings {
  const logo = text("brand_logo");
  return {
    brandName: parseBrandName(text("brand_name") as string),
    brandLogo: logo === undefined ? undefined : resolve(cwd, logo),
    brandColour: parseColour(text("brand_colour")),
    securityContacts: parseList(text("security_contact")).map(parseContact),
    securityPolicy: parsePolicy(text("security_policy")),
  };
}

function parseBrandName(text: string): string {
  if (text.trim() === text && text.length >= 1 && text.length <= 64) return text;
  throw invalid("brand_name", "1 to 64 characters");
}

function parseColour(text: string | undefined): string | undefined {
  if (text === undefined || /^#[0-9A-Fa-f]{6}$/.test(text)) return text;
  throw invalid("brand_colour", "a colour such as #0b5fff");
}

/** RFC 9116 §2.5.3: a URI, and never plain http. White space is refused, because the contact becomes one line. */
function parseContact(text: string): string {
  const isUri = /^(mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9().-]+|https:\/\/\S+)$/.test(text) && URL.canParse(text);
  if (isUri && isPrintable(text)) return text;
  throw invalid("security_contact", "mailto:…, https://… or tel:…, separated by commas");
}

function parsePolicy(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^https:\/\/\S+$/.test(text) && URL.canParse(text) && isPrintable(text)) return text;
  throw invalid("security_policy", "https://…");
}

const isPrintable = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
