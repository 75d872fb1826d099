/**
 * The server for development (`npm run dev`): Node restarts it on a change in src/.
 * In watch mode, Node posts the names of loaded modules on the message ports of our worker threads, where only our own
 * messages are expected. Without this variable it does not; --watch-path needs no names.
 */
delete process.env.WATCH_REPORT_DEPENDENCIES;
const { main } = await import('../src/main.ts');
await main(['serve', '--threads', '1', ...process.argv.slice(2)]);

export {};
