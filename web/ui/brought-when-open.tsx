import { useEffect, useState, type ComponentType } from 'react';
import { tellMissingPart } from './missing-part.ts';

type OpenProps = { open: boolean; onClose: () => void };

/**
 * A dialog or drawer whose program comes with the first press or key of a visit, because nothing opens before that. What
 * opens sooner by itself waits for it; what does not come is told, and counts as closed.
 */
export function broughtWhenOpen<Props extends OpenProps>(load: () => Promise<ComponentType<Props>>) {
  let brought: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  // Asked for once at a time; after a failure, again.
  const bring = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (loaded) => (brought = loaded),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  onFirstGesture(() => {
    // What fails is not asked for again on the same page by every browser.
    if (navigator.onLine) bring().catch(() => undefined);
  });

  return function Brought(props: Props) {
    const { open, onClose } = props;
    const [Part, setPart] = useState(() => brought);
    const isMissing = open && Part === null;
    useEffect(() => {
      if (!isMissing) return;
      let isWanted = true;
      bring().then(
        (loaded) => isWanted && setPart(() => loaded),
        () => {
          if (!isWanted) return;
          tellMissingPart();
          onClose();
        },
      );
      return () => {
        isWanted = false;
      };
      // Another `onClose` is no reason to ask again.
      // oxlint-disable-next-line react/exhaustive-deps -- see above
    }, [isMissing]);
    return Part && <Part {...props} />;
  };
}

const GESTURES = ['pointerdown', 'keydown'];

function onFirstGesture(act: () => void) {
  const once = () => {
    for (const gesture of GESTURES) document.removeEventListener(gesture, once, true);
    act();
  };
  for (const gesture of GESTURES) document.addEventListener(gesture, once, true);
}
