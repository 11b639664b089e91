/** Resolves to null when there is no such file or folder; any other error is thrown. */
export const nullIfMissing = <Result>(reading: Promise<Result>): Promise<Result | null> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
