import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OWN = fileURLToPath(new URL('../../web/ui/create-icon.ts', import.meta.url));

/** What an icon is drawn without: keys of its parts, and names by which it is not searched here. */
const UNUSED = /,\s*key: "\w+"|,\s*aliases: \[[^\]]*\]|^__iconData\.node;$/gm;

/** Replaces the runtime of lucide-react's icons: web/ui/create-icon.ts draws them, from what it needs of each. */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    enforce: 'pre',
    // The package is also bundled for the prerendered pages, so that both draw the same.
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: code.replaceAll(UNUSED, ''), map: null }),
    },
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') === true ? OWN : null,
  };
}
