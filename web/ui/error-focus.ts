const WRONG_FIELDS = '[aria-invalid="true"]:not(:disabled), fieldset[data-invalid]';
const MESSAGES = '[role="alert"]:not(:empty)';
const CONTROLS = 'input:not(:disabled), button:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Longer than a press takes to be drawn; what fails later changes the dialog once more. */
const DRAWN_AFTER_MS = 60;

/**
 * After a submit of the dialog that failed, at once or when the reply came, the focus is at the first field that is
 * wrong, else at the message: also when the pressed button is gone or disabled by then. Given to the dialog as its ref.
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
    // The same error as before changes nothing in the dialog.
    setTimeout(lead, DRAWN_AFTER_MS);
  };
  const press = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-foot] button') !== null) submit();
  };
  // Who types on meanwhile stays there.
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
  // A message is no stop of the Tab key, and takes the focus only from here.
  message?.setAttribute('tabindex', '-1');
  return message;
}
