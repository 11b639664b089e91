import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { t } from '../languages/text.ts';
import { TextInput } from './text-input.tsx';

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-12"
      />
      <button
        type="button"
        disabled={props.disabled}
        aria-pressed={shown}
        aria-label={t('common.showPassword')}
        title={shown ? t('common.hidePassword') : t('common.showPassword')}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-control place-items-center rounded-control text-text3 hover:text-text"
      >
        <Icon size={18} />
      </button>
    </div>
  );
}
