import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

// A minimal server: sends the bytes of the file BODY with Express or plain node:http (KIND).
const body = readFileSync(process.env['BODY'] ?? '');
const type = 'application/json; charset=utf-8';
const app = express();
app.get('/', (_request, response) => {
  response.type(type).send(body);
});
const server = createServer(
  process.env['KIND'] === 'express'
    ? app
    : (_request, response) => {
        response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
        response.end(body);
      },
);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
