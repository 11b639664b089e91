import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROUTER_FRAMEWORK = fileURLToPath(new URL('../../web/client/router-framework.ts', import.meta.url));
const ROUTER_LINKS = /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]lib\.js$/;

const PACKAGES = /node_modules[\\/](react-router[\\/]dist[\\/]production|@radix-ui)[\\/].*\.m?js$/;
/** Names of components and functions, which only tools of developers read. */
const NAMES = [
  /^\w+\.displayName = .*;$/gm,
  /^ *__name\(\w+, "\w+"\);$/gm,
  /^ *static \{\n *__name\(this, "\w+"\);\n *\}$/gm,
] as const;
const CREATION = /(?<= = )(?=React[\w$]*\.(?:forwardRef|memo|createContext)\()/g;

/**
 * Lets the build drop components of these packages that no page uses: the statements that name them and the calls that
 * create them would keep them otherwise. What links of react-router do only for pages of its own server is replaced.
 */
export function leanPackages(): Plugin {
  return {
    name: 'lean-packages',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: PACKAGES },
      handler(code) {
        const unnamed = NAMES.reduce((text, name) => text.replaceAll(name, ''), code);
        return { code: unnamed.replaceAll(CREATION, '/* @__PURE__ */ '), map: null };
      },
    },
    resolveId: (source, importer = '') =>
      source === './ssr/components.js' && ROUTER_LINKS.test(importer) ? ROUTER_FRAMEWORK : null,
  };
}
