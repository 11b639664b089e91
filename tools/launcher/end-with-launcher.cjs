// Loaded first into every program the launcher starts. The channel to the launcher breaks when the launcher ends,
// even by kill -9; the program then ends as if it had been asked to.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
