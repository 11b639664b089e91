import { type ComponentProps, type ComponentType, type ReactElement, cloneElement, useEffect, useState } from 'react';
import { reportMissingPart } from './missing-part.ts';
import type { Button } from './button.tsx';

type OpenProps = { open: boolean; onClose: () => void };

/**
 * Creates a dialog or drawer whose code loads with the first click or key of a visit, since none opens before that.
 * One that opens by itself earlier waits for it; one that fails to load is reported and counts as closed. `loadOnce`
 * loads it earlier.
 */
export function lazyDialog<Props extends OpenProps>(load: () => Promise<ComponentType<Props>>) {
  let loadedPart: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  // Requests the code only once at a time, and again after a failure.
  const loadOnce = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (loaded) => (loadedPart = loaded),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  onFirstGesture(() => {
    // Not every browser retries a failed import on the same page, so nothing is loaded while offline.
    if (navigator.onLine) loadOnce().catch(() => undefined);
  });

  function LazyDialog(props: Props) {
    const { open, onClose } = props;
    const [Part, setPart] = useState(() => loadedPart);
    const isMissing = open && Part === null;
    useEffect(() => {
      if (!isMissing) return;
      let isOpen = true;
      loadOnce().then(
        (loaded) => isOpen && setPart(() => loaded),
        () => {
          if (!isOpen) return;
          reportMissingPart();
          onClose();
        },
      );
      return () => {
        isOpen = false;
      };
      // A new `onClose` is no reason to load again.
      // oxlint-disable-next-line react/exhaustive-deps -- see above
    }, [isMissing]);
    return Part && <Part {...props} />;
  }

  return Object.assign(LazyDialog, { loadOnce });
}

const GESTURES = ['pointerdown', 'keydown'];

function onFirstGesture(act: () => void) {
  const once = () => {
    for (const gesture of GESTURES) document.removeEventListener(gesture, once, true);
    act();
  };
  for (const gesture of GESTURES) document.addEventListener(gesture, once, true);
}

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
