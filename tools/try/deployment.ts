// npm run try -- deployment [FOLDER]: validates compose.yaml, Dockerfile and the Kubernetes manifests in deploy/, or in
// a folder with the same files. Installs the schemas with npm; takes some seconds. Exits with 1 when there is a fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { counted } from '../../contract/counted.ts';
import { checkCompose } from './deployment/compose.ts';
import { checkDockerfile } from './deployment/dockerfile.ts';
import { checkManifests } from './deployment/manifests.ts';
import { installTools } from './deployment/tools.ts';

const CHECKS: Record<string, (text: string) => string[] | Promise<string[]>> = {
  'compose.yaml': checkCompose,
  Dockerfile: checkDockerfile,
  'kubernetes/tunedesk.yaml': checkManifests,
};

const [folder = fileURLToPath(new URL('../../deploy', import.meta.url))] = process.argv.slice(2);
await installTools();
for (const [file, check] of Object.entries(CHECKS)) {
  const faults = await check(readFileSync(join(folder, file), 'utf8'));
  console.log(`${file}: ${faults.length === 0 ? 'no faults' : counted(faults.length, 'fault')}`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
