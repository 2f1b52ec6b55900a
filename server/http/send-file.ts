import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takesEncoding } from './encodings.ts'

/**
 * Answers with a file that is the same for everybody, packed while it is read: one that is too large to be kept as `PublicContent`.
 *
 * @param headers what a failure is answered without, such as how long a browser keeps the file
 * @throws {Error} where the file cannot be opened; nothing is set then.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, headers }: { file: string; headers: Readonly<Record<string, string>> },
): Promise<FastifyReply> {
  const handle = await open(file)
  const { size } = await handle.stat()
  const content = handle.createReadStream()
  const isPacked = takesEncoding(request.headers['accept-encoding'], 'gzip')
  const all = { ...headers, vary: 'accept-encoding', ...(isPacked && { 'content-encoding': 'gzip' }) }
  reply.headers(all)
  // Heard before Fastify hears it, which takes off nothing but type and length.
  content.once('error', () => {
    if (!reply.raw.headersSent) for (const name of Object.keys(all)) takeOff(reply, name)
  })
  if (!isPacked) return reply.header('content-length', size).send(content)
  // Ends the reading when the client leaves. Fastify logs and answers what fails: it reaches what is sent.
  return reply.send(pipeline(content, createGzip(), () => undefined))
}

function takeOff(reply: FastifyReply, name: string): void {
  reply.removeHeader(name)
  reply.raw.removeHeader(name)
}
