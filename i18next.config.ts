import { defineConfig } from 'i18next-cli';
import { LANGUAGE_CODES } from './contract/languages.ts';
import { TEXT_FUNCTIONS } from './tools/vite/text-places.ts';

/** How texts are extracted from the sources; tools/texts/catalogues.test.ts compares them with the catalogues. */
export default defineConfig({
  locales: LANGUAGE_CODES,
  extract: {
    input: ['{app,contract,features,server,web}/**/*.{ts,tsx}'],
    ignore: ['**/*.{test,factory,stories}.*', '**/testing/**'],
    output: 'contract/languages/{{language}}.json',
    functions: TEXT_FUNCTIONS,
    extractFromComments: false,
    defaultNS: false,
    keySeparator: false,
    nsSeparator: false,
    disablePlurals: true,
    interpolationPrefix: '{',
    interpolationSuffix: '}',
  },
  lint: { acceptedTags: [], acceptedAttributes: [], checkConcatenation: 'off' },
});
