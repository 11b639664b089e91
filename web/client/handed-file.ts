import { useEffect, useRef } from 'react';
import { onOtherUser } from './session.ts';

/** A file that one page hands to another, with the solutions chosen for it. It never leaves the memory of this tab. */
export type HandedFile = { file: File; solutionIds: readonly number[] };

type Receiver = '/dashboard' | '/upload' | '/upload-ai';

let handed: { to: Receiver; what: HandedFile } | null = null;

/** Keeps a file until the page that receives it is opened; a later one replaces it. */
export function handFile(to: Receiver, what: HandedFile): void {
  handed = { to, what };
}

onOtherUser(() => {
  handed = null;
});

/** Takes the file that was handed to this page, once. */
export function useHandedFile(page: Receiver, take: (what: HandedFile) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (handed?.to !== page) return;
    const { what } = handed;
    handed = null;
    latest.current(what);
  }, [page]);
}
