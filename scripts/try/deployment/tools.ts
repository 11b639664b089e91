import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Its packages are no tools of every checkout. */
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
    // Their types are needed, which a portal has no use for.
    withTools: true,
    what: 'the schemas of Docker and Kubernetes',
    // They have no native parts that might not fit this machine.
    verify: async () => [],
  });
}

/** One of the packages that were installed there. */
export const loadTool = createRequire(new URL('schemas/package.json', import.meta.url));
