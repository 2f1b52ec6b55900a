import type { FastifyRequest } from 'fastify'

const refused = new WeakMap<FastifyRequest, readonly string[]>()

/** Of a request for many objects at once that is answered: which of them its person did not get. */
export const noteRefused = (request: FastifyRequest, objects: readonly string[]): void =>
  void refused.set(request, objects)
export const refusedTo = (request: FastifyRequest): readonly string[] => refused.get(request) ?? []
