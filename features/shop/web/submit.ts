import type { FormEvent } from 'react';

/** Saves in place of the browser, which would load the page again. */
export function submit(event: FormEvent, save: () => void): void {
  event.preventDefault();
  save();
}
