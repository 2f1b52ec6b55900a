/** Sends one file the usual way, `createReadStream().pipe()`: `node pipe.ts PORT TLS_PORT FILE CERTIFICATE KEY`. */
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'

const [port, securePort, file = '', cert = '', key = ''] = process.argv.slice(2)
const { size } = fs.statSync(file)

function answer(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': size, 'content-type': 'application/octet-stream' })
  fs.createReadStream(file).pipe(response)
}

createServer(answer).listen(Number(port), '127.0.0.1', () => {
  const credentials = { cert: fs.readFileSync(cert), key: fs.readFileSync(key) }
  createSecureServer(credentials, answer).listen(Number(securePort), '127.0.0.1', () => console.log('ready'))
})
process.on('SIGTERM', () => process.exit(0))
