// Serves a built page on this machine: node serve.mjs FOLDER. It compresses files as static hosts do, which
// `esbuild --serve` does not, because the tests measure the page on a slow network.
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Reads the files of a folder, serves them on any free port if `port` is in use, and returns the server and its address. */
export async function serve(folder, port = 0) {
  const files = new Map();
  for (const name of await readdir(folder)) {
    const plain = await readFile(join(folder, name));
    files.set(`/${name}`, { type: TYPES[extname(name)], plain, gzip: gzipSync(plain, { level: 9 }) });
  }
  files.set('/', files.get('/index.html'));
  const server = createServer(({ url, headers }, response) => {
    const file = files.get(url.split('?')[0]);
    if (!file) return response.writeHead(404).end();
    const takesGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    const [body, encoding] = takesGzip ? [file.gzip, 'gzip'] : [file.plain, 'identity'];
    response.writeHead(200, {
      'Content-Type': file.type ?? 'application/octet-stream',
      'Content-Encoding': encoding,
      'Content-Length': body.length,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    });
    response.end(body);
  });
  server.once('error', () => server.listen(0, '127.0.0.1')).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(process.argv[2], 8000);
  console.log(`The playground is at ${address}. Stop it with Ctrl+C.`);
}
