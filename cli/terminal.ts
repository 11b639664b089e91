/** Why a command ends: the exit code of the program, and the sentence that it prints. */
export class Failure extends Error {
  readonly exitCode: number;
  /** The portal's own code of a refusal, such as `files.one_tuning`. */
  readonly code: string;
  /** When it may work: the portal's `Retry-After`, in seconds. */
  readonly retryAfter: number;

  constructor(message: string, { exitCode = 1, code = 'client', retryAfter = 0 } = {}) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export const EXIT = { done: 0, refused: 1, usage: 2, login: 3, unreachable: 4 } as const;

export const wrongUse = (message: string) =>
  new Failure(`${message}\n\ntunedesk --help lists the commands.`, { exitCode: EXIT.usage, code: 'usage' });

/** How the program writes: sentences for people, or with `--json` one object on each line. */
export interface Terminal {
  isJson: boolean;
  /** Prints one result. */
  print(sentence: string, value: object): void;
  /** Prints something that is no result and not worth an exit code. */
  note(sentence: string, value: object): void;
  /** Shows how much of something has been moved, on a terminal only. */
  progress(name: string, total: number): (moved: number) => void;
}

export function openTerminal(isJson: boolean): Terminal {
  const showsProgress = process.stderr.isTTY && !isJson;
  return {
    isJson,
    print: (sentence, value) => console.log(isJson ? JSON.stringify(value) : sentence),
    note: (sentence, value) => (isJson ? console.log(JSON.stringify(value)) : console.error(sentence)),
    progress: (name, total) => {
      let shown = -1;
      return (moved) => {
        const percent = total === 0 ? 100 : Math.floor((100 * Math.min(moved, total)) / total);
        if (!showsProgress || percent === shown) return;
        shown = percent;
        process.stderr.write(`\r\u001B[2K${percent === 100 ? '' : `${toPrintable(name)}  ${percent} %`}`);
      };
    },
  };
}

/** Names come from files and from the portal: no control character of theirs reaches the terminal. */
export const toPrintable = (text: string): string => text.replace(/\p{Cc}|\p{Bidi_Control}/gu, '?');

/** Formats rows as text, with each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)), []);
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return rows.map((row) => toPrintable(line(row).trimEnd())).join('\n');
}
