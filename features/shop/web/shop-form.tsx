import { Trash2 } from 'lucide-react';
import { messageFor } from '../../../web/client/api-error.ts';
import { findFieldErrors } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { DropZone } from '../../../web/ui/drop-zone.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import type { ApplicationConfiguration } from '../settings.calls.ts';
import { SetApplicationConfiguration } from '../shop-settings.ts';
import { useSetApplicationConfiguration } from './settings.api.ts';
import { SaveButton } from './shared-save.tsx';
import { submit } from './submit.ts';
import { useDeleteShopLogo, useSetShopLogo } from './shop.api.ts';
import { useTypedTexts } from './use-typed-texts.ts';

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
  const set = useSetApplicationConfiguration();
  const { texts, errors, failure, type, saving } = useTypedTexts({ shop_name: saved }, set, { check: checkName });
  return (
    <form noValidate onSubmit={(event) => submit(event, saving.onSave)} className="grid gap-3">
      <Field label={t('shop.shopName')} hint={t('shop.shopNameHint')} error={errors.shop_name}>
        <TextInput
          autoComplete="organization"
          value={texts.shop_name}
          onChange={({ target }) => type('shop_name', target.value)}
        />
      </Field>
      {failure !== null && <Alert kind="danger">{failure}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <SaveButton text={t('shop.saveNameButton')} {...saving} />
        <DoneNote at={doneAt(set)} />
      </div>
    </form>
  );
}

const checkName = (edited: { shop_name?: string }) => findFieldErrors(SetApplicationConfiguration, edited);

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
