import { useEffect, useState } from 'react';

const FOREIGN_DOMAIN = /[@.]xn--/i;

let spell: ((email: string) => string) | null = null;

/** Returns an address as people write it. What that takes is loaded only where a domain has letters beyond ASCII. */
export function useShownEmail(email: string): string {
  const [, setLoaded] = useState(false);
  const isForeign = FOREIGN_DOMAIN.test(email);
  useEffect(() => {
    if (!isForeign || spell !== null) return;
    void import('../../contract/unicode-domain.ts').then(
      ({ withUnicodeDomain }) => {
        spell = withUnicodeDomain;
        setLoaded(true);
      },
      // The spelling of mail servers stays.
      () => undefined,
    );
  }, [isForeign]);
  return isForeign && spell !== null ? spell(email) : email;
}

export const EmailText = ({ email }: { email: string }) => <span>{useShownEmail(email)}</span>;
