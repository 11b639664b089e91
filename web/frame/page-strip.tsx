import type { ReactNode } from 'react';

/** Place of a message above the content of a screen, as wide as the content. */
export const PageStrip = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-360 px-4 pt-4 sm:px-5">{children}</div>
);
