import { clsx } from 'clsx';
import { CircleCheck, CircleX, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { t } from '../languages/text.ts';
import { askToLeave, useUnsavedGuard } from '../client/unsaved-guard.ts';
import { Button } from './button.tsx';
import { findCurrentOpener } from './opener.ts';
import { usePausingTimer } from './pausing-timer.ts';

const widths = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' };

export function OpenedModal(props: ModalProps) {
  const { open, onClose, autoContinueMs, onContinue, role = 'dialog', unsaved = false } = props;
  useUnsavedGuard(open && unsaved);
  const close = unsaved ? () => askToLeave(onClose) : onClose;
  const leave = autoContinueMs === undefined ? close : (onContinue ?? onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && leave()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-appear bg-scrim" />
        <Frame {...props} role={role} leave={leave} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Frame(props: ModalProps & { leave: () => void }) {
  const { title, description, children, size = 'small', role, initialFocus, autoContinueMs, leave } = props;
  const opener = useRef<HTMLElement | null>(null);
  const continueButton = useRef<HTMLButtonElement>(null);
  const firstFocus = autoContinueMs === undefined ? initialFocus : continueButton;
  const { handlers } = usePausingTimer(autoContinueMs, leave, true);
  return (
    <Dialog.Content
      {...handlers}
      ref={focusErrors}
      role={role}
      aria-modal="true"
      onOpenAutoFocus={(event) => {
        opener.current = findCurrentOpener();
        if (!firstFocus?.current) return;
        event.preventDefault();
        firstFocus.current.focus();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        returnFocus(opener.current);
      }}
      onEscapeKeyDown={(event) => closesAList(event.target) && event.preventDefault()}
      onInteractOutside={(event) => (role === 'alertdialog' || isToast(event.target)) && event.preventDefault()}
      className={clsx(
        'fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 animate-appear overflow-y-auto',
        'rounded-card border bg-surface p-5 text-body text-text shadow-overlay sm:p-6',
        widths[size],
        hasFoot(props) && 'pb-0! sm:pb-0!',
      )}
    >
      <Head title={title} tone={props.tone} />
      {description && <Dialog.Description className="mt-2 text-text2">{description}</Dialog.Description>}
      {children && <div className="mt-4">{children}</div>}
      <Foot {...props} continueButton={continueButton} />
    </Dialog.Content>
  );
}

function Head({ title, tone }: Pick<ModalProps, 'title' | 'tone'>) {
  return (
    <div className="flex items-start gap-3">
      {tone === 'success' && <CircleCheck size={24} className="mt-1 shrink-0 text-green-solid" />}
      {tone === 'error' && <CircleX size={24} className="mt-1 shrink-0 text-red-solid" />}
      <Dialog.Title className="min-w-0 flex-1 text-title font-strong">{title}</Dialog.Title>
      <Dialog.Close asChild>
        <Button variant="quiet" icon={<X />} iconOnly className="-mt-2 -mr-2 text-text2">
          {t('common.close')}
        </Button>
      </Dialog.Close>
    </div>
  );
}

const hasFoot = ({ footer, autoContinueMs }: ModalProps): boolean => Boolean(footer) || autoContinueMs !== undefined;

type FootProps = ModalProps & { leave: () => void; continueButton: RefObject<HTMLButtonElement | null> };

/** The buttons stay visible below the scrolling content, and have their own bottom margin. */
function Foot(props: FootProps) {
  const { footer, autoContinueMs, leave, continueButton } = props;
  if (!hasFoot(props)) return null;
  return (
    <div
      data-foot
      className={clsx(
        'sticky bottom-0 -mx-5 mt-5 flex flex-wrap justify-end gap-2 bg-surface px-5 pt-1 pb-5 sm:-mx-6 sm:px-6 sm:pb-6',
        // Two buttons fit side by side even on a narrow phone.
        'max-sm:[&>button]:px-3',
        // Content fades out just above the buttons as it scrolls behind them.
        'before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4',
        'before:bg-linear-to-t before:from-surface before:to-transparent',
      )}
    >
      {footer}
      {autoContinueMs !== undefined && (
        <Button ref={continueButton} variant="primary" onClick={leave}>
          {t('common.continue')}
        </Button>
      )}
    </div>
  );
}

/** Whether Esc only closes an open combobox's list; the next Esc then closes the dialog. */
function closesAList(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]');
}

function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null;
}

/** Runs shortly after the dialog has closed, when a key or the next screen may already have moved the focus. */
function returnFocus(opener: HTMLElement | null) {
  if (document.activeElement !== document.body) return;
  opener?.focus();
  // The opener may be gone, hidden or disabled.
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus();
}

const WRONG_FIELDS = '[aria-invalid="true"]:not(:disabled), fieldset[data-invalid]';
const MESSAGES = '[role="alert"]:not(:empty)';
const CONTROLS = 'input:not(:disabled), button:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Longer than rendering takes after a press. A later failure changes the dialog, which the observer notices. */
const DRAWN_AFTER_MS = 60;

/**
 * After a failed submit of the dialog, at once or with the reply, focuses the first invalid field, or else the message,
 * even if the pressed button has gone or is disabled by then. Use it as the dialog's ref.
 */
function focusErrors(dialog: HTMLElement | null): (() => void) | undefined {
  if (dialog === null) return undefined;
  let isSubmitted = false;
  const lead = () => {
    if (!isSubmitted || dialog.querySelector('[aria-busy="true"]') !== null) return;
    const place = findPlace(dialog);
    if (place === null) return;
    isSubmitted = false;
    if (place !== document.activeElement) place.focus();
  };
  const submit = () => {
    isSubmitted = true;
    // Also checks after a delay, because the same error as before does not change the dialog.
    setTimeout(lead, DRAWN_AFTER_MS);
  };
  const press = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-foot] button') !== null) submit();
  };
  // A user who continues typing meanwhile keeps the focus.
  const type = () => {
    isSubmitted = false;
  };
  const observer = new MutationObserver(lead);
  const attributeFilter = ['aria-invalid', 'aria-busy', 'data-invalid'];
  observer.observe(dialog, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter });
  dialog.addEventListener('submit', submit);
  dialog.addEventListener('click', press);
  dialog.addEventListener('input', type);
  return () => {
    isSubmitted = false;
    observer.disconnect();
    dialog.removeEventListener('submit', submit);
    dialog.removeEventListener('click', press);
    dialog.removeEventListener('input', type);
  };
}

function findPlace(dialog: HTMLElement): HTMLElement | null {
  const field = dialog.querySelector<HTMLElement>(WRONG_FIELDS);
  if (field?.matches('fieldset')) return field.querySelector<HTMLElement>(CONTROLS) ?? field;
  if (field) return field;
  const message = dialog.querySelector<HTMLElement>(MESSAGES);
  // A message is not reachable with Tab and is only focused from here.
  message?.setAttribute('tabindex', '-1');
  return message;
}

export type ModalProps = {
  open: boolean;
  /** Called on Esc, the close button and a press outside. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Right-aligned buttons, with the main one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  tone?: 'success' | 'error';
  /** Element to focus on opening; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>;
  role?: 'dialog' | 'alertdialog';
  /** Calls `onContinue` after this time. Adds a "Continue" button; every way of closing continues as well. */
  autoContinueMs?: number;
  onContinue?: () => void;
  /** Whether closing would lose input: Esc, the close button and a press outside then ask first. */
  unsaved?: boolean;
};
