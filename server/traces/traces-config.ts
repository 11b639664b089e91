type Environment = Record<string, string | undefined>;

export interface TracesConfig {
  /** The address that spans are posted to. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Share of the calls and jobs that is traced, 0 to 1. */
  share: number;
}

const PATH = 'v1/traces';

/** Reads the variables that OpenTelemetry defines for every program; null: nothing is traced. */
export function readTracesConfig(env: Environment): TracesConfig | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw new Error(`OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://, not "${endpoint}".`);
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || '1');
  if (!(share >= 0 && share <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, not "${env.OTEL_TRACES_SAMPLER_ARG}".`);
  return {
    url: new URL(PATH, endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href,
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS || ''),
    serviceName: env.OTEL_SERVICE_NAME || 'tunedesk',
    share,
  };
}

/** Parses `name=value,name=value`, with values percent-encoded. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1)
        throw new Error('OTEL_EXPORTER_OTLP_HEADERS must be name=value, several of them with commas between.');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
