import { t } from '../text.ts';

/** Taken at build time; a plain import would make the whole file part of this TypeScript project. */
const [version = ''] = Object.values(
  import.meta.glob<string>('../../package.json', { eager: true, import: 'version' }),
);

export function Footer() {
  return (
    <footer className="border-t px-4 py-4 text-small text-text3 sm:px-6 lg:px-8">
      <div className="mx-auto flex max-w-320 flex-wrap justify-between gap-x-6 gap-y-1">
        <p>{t('All product names, logos and brands are trademarks of their respective owners.')}</p>
        <p>{t('Tunedesk {version}', { version })}</p>
      </div>
    </footer>
  );
}
