import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * The environment variables that control how packages are downloaded. npm's other variables name folders of this
 * machine.
 */
const PASSED = /^(https?_proxy|no_proxy|npm_config_(registry|proxy|https_proxy|noproxy|strict_ssl|cafile))$/i;

export const environmentForNpm = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => PASSED.test(entry[0]) && !!entry[1]),
  );

/**
 * Returns this machine's npm settings files as one text: the global ones, then those of the user, which take
 * precedence.
 */
export function npmSettings(): string {
  return ['globalconfig', 'userconfig']
    .map((name) =>
      execFileSync('npm', ['config', 'get', name], {
        encoding: 'utf8',
        cwd: '/',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    )
    .filter((path) => existsSync(path))
    .map((path) => `${readFileSync(path, 'utf8').trim()}\n`)
    .join('');
}
