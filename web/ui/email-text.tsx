import { useEffect, useMemo, useState } from 'react';

const FOREIGN_DOMAIN = /[@.]xn--/i;

let spell: ((email: string) => string) | null = null;

/**
 * Returns what spells these addresses as people write them. What that takes is loaded only when one of them has a
 * domain with letters beyond ASCII.
 */
export function useEmailSpelling(emails: readonly string[]): (email: string) => string {
  const [, setLoaded] = useState(false);
  const isForeign = useMemo(() => emails.some((email) => FOREIGN_DOMAIN.test(email)), [emails]);
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
  return isForeign && spell !== null ? spell : KEEP;
}
const KEEP = (email: string) => email;

export function useShownEmail(email: string): string {
  const emails = useMemo(() => [email], [email]);
  return useEmailSpelling(emails)(email);
}

export const EmailText = ({ email }: { email: string }) => <span>{useShownEmail(email)}</span>;
