import { cloneElement, useState, type ComponentProps, type ComponentType, type ReactElement } from 'react';
import type { Button } from './button.tsx';
import { reportMissingPart } from './missing-part.ts';

/** What lies behind a button: it draws the button itself, and is open at first when a press has loaded it. */
export type LazyPopupProps = {
  trigger: ReactElement<ComponentProps<typeof Button>>;
  defaultOpen?: boolean;
};

/**
 * A menu or the like whose program loads just before its button is pressed, because most visits never do.
 * The button is replaced only by the press, when the focus moves on anyway. `loadOnce` loads it ahead of that.
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
    // Without a connection the button stays.
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
