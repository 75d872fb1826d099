import jsonServer from 'json-server';

/** json-server without its log, its static files and its compression. Usage: node json-server.js FILE */
const server = jsonServer.create();
server.use(jsonServer.router(process.argv[2]));
process.once('disconnect', () => process.exit());
const listening = server.listen(0, '127.0.0.1', () => process.send?.({ port: listening.address().port }));
