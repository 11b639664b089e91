import { cloneElement, useState, type ComponentProps, type ComponentType, type ReactElement } from 'react';
import type { Button } from './button.tsx';
import { tellMissingPart } from './missing-part.ts';

/** What lies behind a button: it draws the button itself, and is open at first when a press has brought it. */
export type BehindButtonProps = {
  trigger: ReactElement<ComponentProps<typeof Button>>;
  defaultOpen?: boolean;
};

/**
 * A menu or the like whose program comes when somebody is about to press its button, because most visits never do.
 * The button is replaced only by the press, when the focus moves on anyway. `bring` brings it ahead of that.
 */
export function behindButton<Props extends BehindButtonProps>(
  load: () => Promise<ComponentType<Props>>,
  popup: 'menu' | 'dialog',
) {
  let brought: ComponentType<Props> | null = null;
  const bring = async () => {
    brought ??= await load();
    return brought;
  };

  function Behind(props: Props) {
    const [Part, setPart] = useState(() => brought);
    const [isPressed, setPressed] = useState(false);
    if (Part) return <Part {...props} defaultOpen={isPressed} />;
    // Without a connection the button stays.
    const prepare = () => void bring().catch(() => undefined);
    const press = () => {
      setPressed(true);
      void bring().then(
        (loaded) => setPart(() => loaded),
        () => {
          setPressed(false);
          tellMissingPart();
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

  return Object.assign(Behind, { bring });
}
