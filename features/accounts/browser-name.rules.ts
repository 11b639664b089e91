/** The first match counts: Edge and Opera also call themselves Chrome, and Chrome also calls itself Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Android also calls itself Linux, and iPhones also call themselves macOS. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * "Firefox, Windows": the name by which a person recognises a device. Null for programs and for unknown user agents.
 */
export function nameBrowser(userAgent: string | undefined): string | null {
  const parts = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? []);
  return parts.join(', ') || null;
}
