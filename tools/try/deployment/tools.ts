import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Folder of tools that are not part of every checkout. */
export const TOOLS = fileURLToPath(new URL('schemas/', import.meta.url));

interface InstallRequest {
  node: string;
  withTools: boolean;
  what: string;
  verify: () => Promise<string[]>;
}

export async function installTools(): Promise<void> {
  const launcher = new URL('../../launcher/install.mjs', import.meta.url).href;
  const { installPackages } = (await import(launcher)) as {
    installPackages: (folder: string, how: InstallRequest) => Promise<void>;
  };
  await installPackages(TOOLS, {
    node: process.execPath,
    // Needed for the type declarations, which a portal does not need.
    withTools: true,
    what: 'the schemas of Docker and Kubernetes',
    // They have no native modules that might not fit this machine.
    verify: async () => [],
  });
}

/** Loads one of the packages installed there. */
export const loadTool = createRequire(new URL('schemas/package.json', import.meta.url));
