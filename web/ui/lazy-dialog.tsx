import { useEffect, useState, type ComponentType } from 'react';
import { reportMissingPart } from './missing-part.ts';

type OpenProps = { open: boolean; onClose: () => void };

/**
 * A dialog or drawer whose program comes with the first press or key of a visit, because nothing opens before that.
 * What opens sooner by itself waits for it; what does not load is reported, and counts as closed. `loadOnce` loads it
 * ahead of all that.
 */
export function lazyDialog<Props extends OpenProps>(load: () => Promise<ComponentType<Props>>) {
  let loadedPart: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  // Asked for once at a time; after a failure, again.
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
    // What fails is not asked for again on the same page by every browser.
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
      // Another `onClose` is no reason to ask again.
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
