export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: Spec;
}

type Labels = Record<string, string>;
type Named = { name: string };
type Probe = { httpGet?: { port: string | number } };

interface Container extends Named {
  envFrom?: { configMapRef?: Named; secretRef?: Named }[];
  ports?: { name?: string; containerPort: number }[];
  volumeMounts?: Named[];
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  startupProbe?: Probe;
}

interface Spec {
  selector?: { matchLabels?: Labels } & Labels;
  template?: { metadata?: { labels?: Labels }; spec: { containers: Container[]; volumes?: Named[] } };
  ports?: { name?: string; port: number; targetPort?: string | number }[];
  rules?: { http?: { paths: { backend: { service?: Named & { port: { name?: string; number?: number } } } }[] } }[];
}

/** Finds references to what no manifest defines: Kubernetes accepts them, but then nothing runs. */
export function checkReferences(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) =>
    [...checkPods(manifest, manifests), ...checkService(manifest, manifests), ...checkIngress(manifest, manifests)].map(
      (fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`,
    ),
  );
}

const has = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.some((one) => one.kind === kind && one.metadata.name === name);

const isSubset = (labels: Labels, of: Labels | undefined) =>
  Object.entries(labels).every(([name, value]) => of?.[name] === value);

const portsOf = (containers: readonly Container[]) =>
  containers.flatMap(({ ports = [] }) => ports.flatMap(({ name, containerPort }) => [name, containerPort]));

function checkPods({ spec }: Manifest, manifests: readonly Manifest[]): string[] {
  const template = spec?.template;
  if (template === undefined) return [];
  const { containers, volumes = [] } = template.spec;
  const faults: string[] = [];
  const selected = spec?.selector?.matchLabels;
  if (selected !== undefined && !isSubset(selected, template.metadata?.labels))
    faults.push('its selector does not match the labels of its pods');
  for (const { name, envFrom = [], volumeMounts = [], ports = [], ...probes } of containers) {
    for (const { configMapRef, secretRef } of envFrom) {
      if (configMapRef && !has(manifests, 'ConfigMap', configMapRef.name))
        faults.push(`there is no ConfigMap ${configMapRef.name}`);
      if (secretRef && !has(manifests, 'Secret', secretRef.name)) faults.push(`there is no Secret ${secretRef.name}`);
    }
    for (const mount of volumeMounts)
      if (!volumes.some((volume) => volume.name === mount.name)) faults.push(`${name} mounts no volume ${mount.name}`);
    for (const probe of [probes.readinessProbe, probes.livenessProbe, probes.startupProbe]) {
      const port = probe?.httpGet?.port;
      if (port !== undefined && !portsOf([{ name, ports }]).includes(port)) faults.push(`${name} has no port ${port}`);
    }
  }
  return faults;
}

function checkService({ kind, spec }: Manifest, manifests: readonly Manifest[]): string[] {
  if (kind !== 'Service') return [];
  const pods = manifests.flatMap((one) => {
    const template = one.spec?.template;
    return template && isSubset(spec?.selector ?? {}, template.metadata?.labels) ? [template.spec] : [];
  });
  if (pods.length === 0) return ['its selector matches no pods'];
  const open = pods.flatMap(({ containers }) => portsOf(containers));
  return (spec?.ports ?? [])
    .map(({ port, targetPort = port }) => targetPort)
    .filter((port) => !open.includes(port))
    .map((port) => `its pods have no port ${port}`);
}

function checkIngress({ kind, spec }: Manifest, manifests: readonly Manifest[]): string[] {
  if (kind !== 'Ingress') return [];
  const services = (spec?.rules ?? []).flatMap(({ http }) =>
    (http?.paths ?? []).flatMap(({ backend }) => backend.service ?? []),
  );
  return services.flatMap(({ name, port }) => {
    const found = manifests.find((one) => one.kind === 'Service' && one.metadata.name === name);
    if (found === undefined) return [`there is no Service ${name}`];
    const isOpen = (found.spec?.ports ?? []).some((one) => one.name === port.name || one.port === port.number);
    return isOpen ? [] : [`the Service ${name} has no port ${port.name ?? port.number}`];
  });
}
