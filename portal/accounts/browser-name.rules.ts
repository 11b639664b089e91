/** The first that fits counts: Edge and Opera name themselves Chrome as well, and Chrome names itself Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Android names itself Linux as well, and iPhones name macOS. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox, Windows": what a person recognises a device by. Null for a program and for what names neither. */
export function nameBrowser(userAgent: string | undefined): string | null {
  const parts = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? []);
  return parts.join(', ') || null;
}
