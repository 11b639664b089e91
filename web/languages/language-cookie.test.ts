// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { rememberLanguage } from './languages.ts';

describe('the cookie that tells the server the language', () => {
  const theme = readFileSync('app/web/public/theme.js', 'utf8');
  const writers = {
    'the choice of a language': (protocol: string) => {
      const written = vi.spyOn(document, 'cookie', 'set').mockReturnValue();
      vi.stubGlobal('location', { protocol });
      rememberLanguage('de');
      return written.mock.lastCall?.[0];
    },
    'a page that loads': (protocol: string) => {
      const page = { documentElement: { classList: { toggle: () => false }, style: {}, dataset: {} }, cookie: '' };
      runInNewContext(theme, {
        document: page,
        location: { protocol, pathname: '/login' },
        localStorage: { getItem: (key: string) => (key === 'language' ? 'de' : null) },
      });
      return page.cookie;
    },
  };

  test.each(Object.entries(writers))('is sent over HTTPS only where the portal has HTTPS: %s', (_, write) => {
    const rest = 'path=/; max-age=31536000; samesite=lax';
    expect(write('https:')).toBe(`__Host-language=de; ${rest}; secure`);
    expect(write('http:')).toBe(`language=de; ${rest}`);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});
