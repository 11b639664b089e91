import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { findFieldErrors } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { DropZone } from '../../../web/ui/drop-zone.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import type { ApplicationConfiguration } from '../settings.calls.ts';
import { SetApplicationConfiguration } from '../shop-settings.ts';
import { useSetApplicationConfiguration } from './settings.api.ts';
import { SaveButton } from './shared-save.tsx';
import { submit } from './submit.ts';
import { useDeleteShopLogo, useSetShopLogo } from './shop.api.ts';

type Saved = Pick<ApplicationConfiguration, 'shop_name' | 'logo_url'>;

/** What replaces the product's name and mark. Each is saved by itself. */
export function ShopForm({ saved }: { saved: Saved }) {
  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
      <NameForm saved={saved.shop_name ?? ''} />
      <LogoChoice url={saved.logo_url} />
    </div>
  );
}

function NameForm({ saved }: { saved: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const set = useSetApplicationConfiguration();
  const name = typed ?? saved;
  const isUnsaved = name !== saved;
  useUnsavedGuard(isUnsaved);
  const discard = () => {
    setTyped(null);
    setError(undefined);
  };
  const save = () => {
    const found = findFieldErrors(SetApplicationConfiguration, { shop_name: name }).shop_name;
    setError(found);
    if (found !== undefined || set.isPending) return;
    set.mutate({ shop_name: name }, { onSuccess: () => setTyped(null) });
  };
  return (
    <form noValidate onSubmit={(event) => submit(event, save)} className="grid gap-3">
      <Field label={t('shop.shopName')} hint={t('shop.shopNameHint')} error={error}>
        <TextInput
          autoComplete="organization"
          value={name}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
      </Field>
      {set.isError && <Alert kind="danger">{messageFor(set.error, t('shop.updateFailed'))}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <SaveButton
          text={t('shop.saveNameButton')}
          isUnsaved={isUnsaved}
          isPending={set.isPending}
          onSave={save}
          onDiscard={discard}
        />
        <DoneNote at={doneAt(set)} />
      </div>
    </form>
  );
}

/** A chosen file is sent at once, as there is nothing else to enter. */
function LogoChoice({ url }: { url: string | null }) {
  const set = useSetShopLogo();
  const remove = useDeleteShopLogo();
  const failed = set.error ?? remove.error;
  return (
    <div className="grid gap-3">
      <Field label={t('shop.logo')} hint={t('shop.logoHint')}>
        <DropZone
          isSmall
          accept="image/png,image/jpeg,image/webp"
          disabled={set.isPending}
          chooseText={url === null ? t('shop.chooseLogo') : t('shop.chooseAnotherLogo')}
          onFile={(file) => {
            remove.reset();
            set.mutate(file);
          }}
        />
      </Field>
      {failed && <Alert kind="danger">{messageFor(failed, t('shop.updateFailed'))}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        {url !== null && (
          <>
            <img src={url} alt={t('shop.logo')} className="h-10 max-w-48 rounded-sm border object-contain" />
            <Button
              icon={<Trash2 />}
              busy={remove.isPending}
              onClick={() => {
                set.reset();
                remove.mutate(undefined);
              }}
            >
              {t('shop.removeLogo')}
            </Button>
          </>
        )}
        <DoneNote at={doneAt(set)} />
      </div>
    </div>
  );
}
