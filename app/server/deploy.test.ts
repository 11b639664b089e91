import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { LONG_WORK_SECONDS } from '../../contract/endpoint.ts';
import { TIMEOUT_DRAIN_SECONDS } from '../../server/config.ts';
import { BODY_LIMIT_BYTES } from './app.ts';
import { readConfig } from './read-config.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const SETTINGS = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name as string);

interface Service {
  environment?: Record<string, string>;
  volumes?: string[];
  tmpfs?: string[];
  build?: { context: string; dockerfile: string };
  depends_on?: Record<string, unknown>;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}
const compose = parse(read('deploy/compose.yaml')) as Compose;

interface Manifest {
  kind: string;
  metadata: { annotations?: Record<string, string> };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}
const readManifests = (name: string) =>
  parseAllDocuments(read(`deploy/kubernetes/${name}`)).map((one) => one.toJS() as Manifest);
const manifests = readManifests('tunedesk.yaml');

test('the compose file, manifests, image and service only use settings that the portal has', () => {
  const inCompose = Object.keys(compose.services['portal']?.environment ?? {});
  const inImage = [...(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=/g)];
  const inService = [...read('deploy/systemd/tunedesk.env').matchAll(/^(\w+)=/gm)];
  const inManifests = manifests.flatMap(({ data = {}, stringData = {} }) => Object.keys({ ...data, ...stringData }));
  expect(inManifests).toEqual(expect.arrayContaining(['SECRETS_KEY', 'LEDGER_KEY', 'STORAGE_URL', 'DATABASE_URL']));
  const used = [...inCompose, ...inManifests, ...[...inImage, ...inService].map(([, name]) => name as string)];
  expect(used).toContain('DATA_DIR');
  const ofNode = ['TMPDIR'];
  expect(used.filter((name) => ![...SETTINGS, ...ofNode].includes(name))).toEqual([]);
});

test('the start refuses each key of the manifests until the operator has replaced it', () => {
  const { stringData = {} } = manifests.find(({ kind }) => kind === 'Secret') ?? {};
  const keys = Object.keys(stringData).filter((name) => /^(?!AWS_).*_(KEY|TOKEN)$/.test(name));
  expect(keys.toSorted()).toEqual(['BACKUP_KEY', 'LEDGER_KEY', 'METRICS_TOKEN', 'SECRETS_KEY']);
  const refusals = keys.map((name) => {
    try {
      readConfig(
        { ...stringData, ...Object.fromEntries(keys.map((key) => [key, 'k'.repeat(32)])), [name]: stringData[name] },
        '/srv/tunedesk',
      );
      return `${name} is accepted`;
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(refusals).toEqual(keys.map((name) => `${name} must have at least 32 characters.`));
});

test('the manifests make a backup every day', () => {
  const { data = {} } = manifests.find(({ kind }) => kind === 'ConfigMap') ?? {};
  expect(data['BACKUP_SCHEDULE']).toMatch(/^\d\d:\d\d$/);
});

test('everything that the compose file mounts, builds and waits for exists', () => {
  const services = Object.values(compose.services);
  const mounts = services.flatMap(({ volumes = [] }) => volumes.map((mount) => mount.split(':')[0] as string));
  const files = mounts.filter((source) => source.startsWith('./'));
  const named = mounts.filter((source) => !source.startsWith('./'));
  expect(named.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  const dockerfile = compose.services['portal']?.build?.dockerfile ?? '';
  expect(files.length).toBeGreaterThan(0);
  for (const path of [dockerfile, ...files.map((file) => `deploy/${file}`)]) {
    expect([path, existsSync(new URL(`../../${path}`, import.meta.url))]).toEqual([path, true]);
  }
  const awaited = services.flatMap(({ depends_on = {} }) => Object.keys(depends_on));
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(awaited));
});

test('the restore drill in the compose file writes its copy of the whole portal to a disk and not to memory', () => {
  const { environment = {}, volumes = [], tmpfs = [] } = compose.services['portal'] ?? {};
  const folder = environment['TMPDIR'] ?? '/tmp';
  expect(volumes.map((mount) => mount.split(':')[1])).toContain(folder);
  expect(tmpfs).not.toContain(folder);
});

test('the compose file hands every setting in deploy/.env to the portal', () => {
  expect(compose.services['portal']).toMatchObject({ env_file: ['.env'] });
});

test('no .env is copied into the image, whatever folder it is in', () => {
  expect(read('.dockerignore').split('\n')).toContain('**/.env');
});

test('the upgrade of the manifests is a file of its own: applied together, new processes would not wait for its backup', () => {
  const [job] = readManifests('upgrade.yaml');
  expect(job).toMatchObject({ spec: { template: { spec: { containers: [{ args: ['admin', 'upgrade'] }] } } } });
  expect(manifests.map(({ kind }) => kind)).not.toContain(job?.kind);
  // Pasted as a block, what follows a backup that failed is not carried out.
  const commands = read('deploy/kubernetes/upgrade.yaml').match(/(?<=^# +)kubectl .*/gm) ?? [];
  expect(commands.map((command) => command.endsWith(' &&'))).toEqual([true, true, true, false]);
});

test('nginx accepts the largest upload with its fields, and passes events on unbuffered', () => {
  const conf = read('deploy/proxies/nginx.conf');
  const megabytes = Number(/client_max_body_size (\d+)m/.exec(conf)?.[1]);
  expect(megabytes * 1024 * 1024).toBeGreaterThan(BODY_LIMIT_BYTES);
  expect(conf).toMatch(/location = \/api\/events \{[^}]*proxy_buffering off;/);
  expect(conf).toContain('proxy_request_buffering off;');
});

test('a proxy waits longer for a reply than the longest call may take', () => {
  const nginx = /^ {4}proxy_read_timeout (\d+)s;$/m.exec(read('deploy/proxies/nginx.conf'))?.[1];
  expect(Number(nginx)).toBeGreaterThan(LONG_WORK_SECONDS);
  const ingress = manifests.find(({ kind }) => kind === 'Ingress')?.metadata.annotations ?? {};
  expect(Number(ingress['nginx.ingress.kubernetes.io/proxy-read-timeout'])).toBeGreaterThan(LONG_WORK_SECONDS);
});

test('a proxy redirects pages to HTTPS and refuses calls and metrics without it, so that no program sends its token in the open', () => {
  const open = /listen 80;[^]*$/.exec(read('deploy/proxies/nginx.conf'))?.[0];
  expect(open).toMatch(/location = \/metrics \{\s*return 403;\s*\}/);
  expect(open).toMatch(/location \/api\/ \{\s*return 403;\s*\}/);
  expect(open).toMatch(/location \/ \{\s*return 301 https:/);
  const caddy = /^http:\/\/[^]*?^\}/m.exec(read('deploy/proxies/Caddyfile'))?.[0];
  expect(caddy).toMatch(
    /@calls path \/api\/\* \/metrics\s*handle @calls \{\s*respond "[^"]+" 403\s*\}\s*handle \{\s*redir https:/,
  );
  const { http } = parse(read('deploy/proxies/traefik.yaml')) as { http: { routers: Record<string, object> } };
  expect(Object.values(http.routers)).toContainEqual(
    expect.objectContaining({
      entryPoints: ['web'],
      rule: expect.stringMatching(/ && !PathPrefix\(`\/api`\) && !Path\(`\/metrics`\)$/) as string,
    }),
  );
});

test('nginx speaks no TLS older than 1.2', () => {
  expect(read('deploy/proxies/nginx.conf')).toMatch(/^ +ssl_protocols TLSv1\.2 TLSv1\.3;$/m);
});

test('a service manager waits longer than the portal may take to stop', () => {
  const unit = Number(/^TimeoutStopSec=(\d+)/m.exec(read('deploy/systemd/tunedesk.service'))?.[1]);
  const container = Number.parseInt(
    (compose.services['portal'] as { stop_grace_period?: string }).stop_grace_period ?? '',
    10,
  );
  expect(unit).toBeGreaterThan(TIMEOUT_DRAIN_SECONDS);
  expect(container).toBeGreaterThan(TIMEOUT_DRAIN_SECONDS);
});
