// The two routes of Demo.java in Node.js, with nothing but its own http module. Alone: node apps/demo.js --port=8084
'use strict';
const http = require('node:http');

/** A number that was given as --NAME=NUMBER. */
const option = (name, usual) => Number(process.argv.find(word => word.startsWith(`--${name}=`))?.split('=')[1] ?? usual);

const UNIT_MS = option('unit-ms', 100);
const PORT = option('port', 0);
let requests = 0;

/** Waits without holding the one thread there is. */
const wait = ms => new Promise(resolve => setTimeout(resolve, ms));

/** Holds it. */
function spin(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end) { /* until the clock has moved, as published */ }
}

const routes = {
  '/demo/trivial': async () => {},
  '/demo/cpu-light': async () => {
    await wait(200);
    await wait(200);
  },
  '/demo/cpu-intensive': async () => {
    await wait(2 * UNIT_MS);
    spin(UNIT_MS);
    await wait(2 * UNIT_MS);
  },
};

const server = http.createServer(async (request, response) => {
  requests++;
  const route = routes[request.url];
  if (!route) {
    response.writeHead(404).end();
    return;
  }
  await route();
  response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Hello, World!');
});

// Connections are kept for as long as the client likes, as in the Java services.
server.keepAliveTimeout = 0;

const say = () => console.log(JSON.stringify({ port: server.address().port, runtime: `Node.js ${process.version}`, requests }));

server.listen(PORT, '127.0.0.1', say);

// Without a port this is a child: its parent may ask for that line again, and this ends when its parent has ended.
if (PORT === 0) {
  process.stdin.on('data', say).on('end', () => process.exit(0));
}
