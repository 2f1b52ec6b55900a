import { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tlsGroup } from './tls.ts'

export type Connection = {
  /** `null` when this server did not see TLS: plain HTTP, or a proxy in front ends it. */
  tls: { version: string | null; group: string | null; cipher: string } | null
}

/** Tells a visitor what their own connection to this server agreed on. */
export function connectionFacts(app: FastifyInstance): void {
  app.get('/connection.json', async (request): Promise<Connection> => ({ tls: tlsOf(request) }))
}

function tlsOf({ raw }: FastifyRequest): Connection['tls'] {
  // HTTP/2 hands out a stand-in for the socket; it answers these calls as well.
  const socket = raw.socket as Partial<TLSSocket>
  if (!socket.encrypted || !socket.getSession || !socket.getProtocol || !socket.getCipher) return null
  return {
    version: socket.getProtocol(),
    group: tlsGroup(socket.getSession()),
    cipher: socket.getCipher().standardName,
  }
}
