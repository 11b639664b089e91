const DIALOGS = '[role=dialog], [role=alertdialog]';
const ROOM_PX = 16;

/**
 * Keeps messages at the bottom on a phone and while a dialog is open, above the buttons at the end of the dialog if it
 * reaches down to there. Returns how to end this.
 */
export function keepPlace(messages: HTMLElement): () => void {
  const place = () => {
    const dialog = [...document.querySelectorAll(DIALOGS)].at(-1);
    const foot = dialog?.querySelector('[data-foot]')?.getBoundingClientRect();
    const isInTheWay = foot !== undefined && foot.bottom > innerHeight - messages.offsetHeight - ROOM_PX;
    messages.dataset['over'] = dialog === undefined ? 'page' : 'dialog';
    messages.style.setProperty('--foot', isInTheWay ? `${innerHeight - foot.top + ROOM_PX / 2}px` : '0px');
  };
  place();
  // A dialog is a child of the body, as the messages are.
  const observer = new MutationObserver(place);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
