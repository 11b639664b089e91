import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';

/** How long the button says that the text was copied. */
const COPIED_MS = 2000;

type CopyTextProps = {
  /** What is copied. */
  text: string;
  /** How it is shown, if not as it is. */
  children?: ReactNode;
  /** The name of a value: the button is an icon of that name. */
  label?: string;
  className?: string;
};

/**
 * A text with a button that copies it. A browser without permission, or without a secure origin, copies nothing: the
 * text is then selected, and a line says how to go on.
 */
export function CopyText({ text, children = text, label, className }: CopyTextProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setOutcome('refused');
    }
  };
  const isCopied = outcome === 'copied';
  return (
    <div className={clsx('min-w-0', className)}>
      <div className={clsx('flex min-w-0 items-center', label === undefined ? 'flex-wrap gap-3' : 'gap-1')}>
        <div ref={shown} className={clsx('min-w-0 wrap-anywhere', label === undefined && 'flex-1 basis-60')}>
          {children}
        </div>
        {label === undefined ? (
          <Button onClick={() => void copy()}>{isCopied ? t('common.copied') : t('common.copy')}</Button>
        ) : (
          <button
            type="button"
            title={t('common.copy')}
            aria-label={t('common.copyLabel', { label })}
            onClick={() => void copy()}
            className="-mx-2.5 -my-3 grid size-control shrink-0 place-items-center rounded-control text-text3 hover:text-text"
          >
            {isCopied ? <Check size={16} className="text-green-solid" /> : <Copy size={16} />}
          </button>
        )}
      </div>
      <p role="status" className={outcome === 'refused' ? 'mt-1 font-sans text-small text-text2' : 'sr-only'}>
        {outcome === 'refused' ? t('common.copyRefused') : isCopied ? t('common.copied') : ''}
      </p>
    </div>
  );
}
