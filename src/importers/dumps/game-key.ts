const MAX_SLUG_LENGTH = 300;

/** Entries with the same title on one platform are one game. */
export function gameKeyOf(source: string, platform: string, titleKey: string): string {
  const slug = titleKey.slice(0, MAX_SLUG_LENGTH).trim().replace(/\s+/g, '-') || '-';
  return `${source}:${platform.replace('platform:', '')}/${slug}`;
}
