const UNRELEASED = '## Unreleased';

export interface Release {
  /** The change log with the new version, and an empty section for the next one. */
  changelog: string;
  /** The text below the heading of this version. */
  notes: string;
}

/** Moves the unreleased changes under a version and its date. */
export function releaseChangelog(text: string, version: string, day: string): Release {
  const start = text.indexOf(`${UNRELEASED}\n`);
  if (start === -1) throw new Error(`CHANGELOG.md has no "${UNRELEASED}"`);
  const from = start + UNRELEASED.length + 1;
  const next = text.indexOf('\n## ', from);
  const notes = text.slice(from, next === -1 ? undefined : next).trim();
  if (notes === '') throw new Error(`CHANGELOG.md has nothing below "${UNRELEASED}"`);
  const rest = next === -1 ? '' : text.slice(next);
  return { changelog: `${text.slice(0, from)}\n## ${version} (${day})\n\n${notes}\n${rest}`, notes };
}

const STEPS = ['major', 'minor', 'patch'] as const;

/** Returns the next version: `request` is `major`, `minor`, `patch` (SemVer), or a version above the current one. */
export function nextVersion(current: string, request: string): string {
  const parts = parseNumbers(current);
  const step = STEPS.findIndex((name) => name === request);
  if (step !== -1) return parts.map((part, index) => (index < step ? part : index === step ? part + 1 : 0)).join('.');
  const requested = parseNumbers(request);
  const index = requested.findIndex((part, position) => part !== parts[position]);
  if (index === -1 || (requested[index] as number) < (parts[index] as number))
    throw new Error(`${request} is not above the current version ${current}`);
  return request;
}

function parseNumbers(version: string): number[] {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    throw new Error(`"${version}" is no version such as 1.4.0, and neither major, minor nor patch`);
  return version.split('.').map(Number);
}
