import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OWN = fileURLToPath(new URL('../../web/ui/create-icon.ts', import.meta.url));

/** Icons of lucide-react without its runtime: web/ui/create-icon.ts draws them. */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    enforce: 'pre',
    // The package is bundled with the pages that are drawn ahead as well, so that both draw the same.
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') === true ? OWN : null,
  };
}
