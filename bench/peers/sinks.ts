/** Two sinks for uploads, run as a process: `node sinks.ts PORT FOLDER`. Below `/files` @tus/server, elsewhere nothing is kept. */
import { createServer } from 'node:http'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const [port = '0', folder = '.'] = process.argv.slice(2)
const tus = new Server({ path: '/files', datastore: new FileStore({ directory: folder }) })

const server = createServer((request, response) => {
  if (request.url?.startsWith('/files')) return void tus.handle(request, response)
  let bytes = 0
  request.on('data', (chunk: Buffer) => (bytes += chunk.length))
  request.on('end', () => response.end(String(bytes)))
})
server.requestTimeout = 0
server.listen(Number(port), '127.0.0.1', () => console.log('ready'))
process.on('SIGTERM', () => process.exit(0))
