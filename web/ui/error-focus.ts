const WRONG_FIELDS = '[aria-invalid="true"]:not(:disabled), fieldset[data-invalid]';
const MESSAGES = '[role="alert"]:not(:empty)';
const CONTROLS = 'input:not(:disabled), button:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Longer than rendering takes after a press. A later failure changes the dialog, which the observer notices. */
const DRAWN_AFTER_MS = 60;

/**
 * After a failed submit of the dialog, at once or with the reply, focuses the first invalid field, or else the message,
 * even if the pressed button has gone or is disabled by then. Use it as the dialog's ref.
 */
export function focusErrors(dialog: HTMLElement | null): (() => void) | undefined {
  if (dialog === null) return undefined;
  let isSubmitted = false;
  const lead = () => {
    if (!isSubmitted || dialog.querySelector('[aria-busy="true"]') !== null) return;
    const place = findPlace(dialog);
    if (place === null) return;
    isSubmitted = false;
    if (place !== document.activeElement) place.focus();
  };
  const submit = () => {
    isSubmitted = true;
    // Also checks after a delay, because the same error as before does not change the dialog.
    setTimeout(lead, DRAWN_AFTER_MS);
  };
  const press = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-foot] button') !== null) submit();
  };
  // A user who continues typing meanwhile keeps the focus.
  const type = () => {
    isSubmitted = false;
  };
  const observer = new MutationObserver(lead);
  const attributeFilter = ['aria-invalid', 'aria-busy', 'data-invalid'];
  observer.observe(dialog, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter });
  dialog.addEventListener('submit', submit);
  dialog.addEventListener('click', press);
  dialog.addEventListener('input', type);
  return () => {
    isSubmitted = false;
    observer.disconnect();
    dialog.removeEventListener('submit', submit);
    dialog.removeEventListener('click', press);
    dialog.removeEventListener('input', type);
  };
}

function findPlace(dialog: HTMLElement): HTMLElement | null {
  const field = dialog.querySelector<HTMLElement>(WRONG_FIELDS);
  if (field?.matches('fieldset')) return field.querySelector<HTMLElement>(CONTROLS) ?? field;
  if (field) return field;
  const message = dialog.querySelector<HTMLElement>(MESSAGES);
  // A message is not reachable with Tab and is only focused from here.
  message?.setAttribute('tabindex', '-1');
  return message;
}
