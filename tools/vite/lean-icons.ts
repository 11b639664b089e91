import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OWN = fileURLToPath(new URL('../../web/ui/create-icon.ts', import.meta.url));

/** Replaces the runtime of lucide-react's icons: web/ui/create-icon.ts draws them. */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    enforce: 'pre',
    // The package is also bundled for the prerendered pages, so that both draw the same.
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') === true ? OWN : null,
  };
}
