import { useEffect, useState, type ComponentType } from 'react';
import { t } from '../text.ts';
import { toast } from './toast.tsx';

type OpenProps = { open: boolean; onClose: () => void };

/**
 * A dialog or drawer whose program comes with the first press or key of a visit, because nothing opens before that. What
 * opens sooner by itself waits for it. Without a connection it says so and closes again, for the next press.
 */
export function broughtWhenOpen<Props extends OpenProps>(load: () => Promise<ComponentType<Props>>) {
  let brought: ComponentType<Props> | null = null;
  const bring = async () => {
    brought ??= await load();
    return brought;
  };
  onFirstGesture(() => void bring().catch(() => undefined));

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
          toast.show(t('Something went wrong'), 'error');
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
