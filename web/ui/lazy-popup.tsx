import { cloneElement, useState, type ComponentProps, type ComponentType, type ReactElement } from 'react';
import type { Button } from './button.tsx';
import { reportMissingPart } from './missing-part.ts';

/** Props of a popup: it renders its own button, and is initially open if a press of the button has loaded it. */
export type LazyPopupProps = {
  trigger: ReactElement<ComponentProps<typeof Button>>;
  defaultOpen?: boolean;
};

/**
 * Creates a menu or the like whose code loads just before its button is pressed, because most visits never press it.
 * Only the press replaces the button, when the focus moves anyway. `loadOnce` loads the code earlier.
 */
export function lazyPopup<Props extends LazyPopupProps>(
  load: () => Promise<ComponentType<Props>>,
  popup: 'menu' | 'dialog',
) {
  let loadedPart: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    loadedPart ??= await load();
    return loadedPart;
  };

  function Behind(props: Props) {
    const [Part, setPart] = useState(() => loadedPart);
    const [isPressed, setPressed] = useState(false);
    if (Part) return <Part {...props} defaultOpen={isPressed} />;
    // A failure here, such as without a connection, leaves the button as it is.
    const prepare = () => void loadOnce().catch(() => undefined);
    const press = () => {
      setPressed(true);
      void loadOnce().then(
        (loaded) => setPart(() => loaded),
        () => {
          setPressed(false);
          reportMissingPart();
        },
      );
    };
    return cloneElement(props.trigger, {
      'aria-haspopup': popup,
      'aria-expanded': false,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: press,
    });
  }

  return Object.assign(Behind, { loadOnce });
}
