/** Shows a `popover="manual"` element and repositions it whenever the page moves; returns a function that ends this. */
export function holdPopover(element: HTMLElement, place: () => unknown): () => void {
  const placeAgain = () => void place();
  element.showPopover?.();
  place();
  window.addEventListener('scroll', placeAgain, { capture: true, passive: true });
  window.addEventListener('resize', placeAgain);
  return () => {
    window.removeEventListener('scroll', placeAgain, { capture: true });
    window.removeEventListener('resize', placeAgain);
    element.hidePopover?.();
  };
}
