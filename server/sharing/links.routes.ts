import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf, type RateLimits } from '#server/http/rate-limits.ts'
import { clientOf } from '#server/auth/request.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { findObjectStatement, type ObjectRow } from '../storage/objects/objects.sql.ts'
import { sendObject, type Stored } from '../storage/objects/send-object.ts'
import { isUnknownLink, linkError, sendLinkError } from './link-error.ts'
import { LinkService } from './links.service.ts'
import type { Threats } from '#server/threats/threats.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export type LinkRouteServices = Stored & {
  secrets: { serverSecret: Buffer }
  database: Database
  limits: RateLimits
  threats: Threats
  clock?: Clock
}

/** Registers links/v1: what a shared link answers to visitors. Secrets travel in headers of their own, never in an address. */
export async function linkRoutes(app: FastifyInstance, services: LinkRouteServices): Promise<void> {
  const { secrets, database, limits, threats, clock = systemClock } = services
  const links = new LinkService({ database, secrets, limits, clock })
  // Who shows a right secret is stopped by nothing that others behind the address tried.
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = isUnknownLink(error) ? await threats.links.unknown(clientOf(request).ip) : undefined
    return sendLinkError(refusal ?? error, request, reply)
  })

  app.post('/:id/door', async (request) => {
    await limits.take('linkByAddress', visitOf(request))
    return { kdf: await links.lookUp(idOf(request), shownBy(request)) }
  })
  app.post('/:id/handover', async (request) => {
    await limits.take('linkByAddress', visitOf(request))
    const link = await links.open(idOf(request), shownBy(request))
    await threats.links.opened(idOf(request), clientOf(request).ip)
    const left = link.max_downloads === null ? null : link.max_downloads - link.downloads
    const several = link.files === null ? {} : { files: link.files }
    return { handover: link.handover, expires_at: link.expires_at, downloads_left: left, ...several }
  })
  app.post('/:id/downloads', async (request) => {
    const client = clientOf(request)
    await limits.take('linkByAddress', visitOf(request))
    return links.startVisit(idOf(request), secretsOf(request), client)
  })
  for (const place of ['/:id', '/:id/files/:file']) {
    app.get(`${place}/segment-hashes`, async (request) => ({
      segment_hashes: await links.segmentHashes(idOf(request), fileOf(request), header(request, 'x-link-ticket')),
    }))
    app.get(`${place}/content`, async (request, reply) => {
      const content = await links.content(idOf(request), fileOf(request), header(request, 'x-link-ticket'))
      const { bucket, name } = content
      const { text, values } = findObjectStatement(bucket, name)
      const { rows } = await database.owner<ObjectRow>(text, values)
      if (!rows[0]) throw linkError('link_not_found')
      if (content.isOfToday) await threats.reading.readByLink(content.owner, name)
      return sendObject(request, reply, services, rows[0])
    })
  }
}

/** An id that is none is answered like an unknown one, and tries out nothing. */
function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!UUID.test(id)) throw linkError('link_not_found')
  return id
}

/** Where somebody visits a link from: people behind one address have a count each, by what they visit. */
const visitOf = (request: FastifyRequest): string => `${networkOf(clientOf(request).ip)}/${idOf(request)}`

/** Of several files, the requested one. */
function fileOf(request: FastifyRequest): string | undefined {
  const { file } = request.params as { file?: string }
  if (file !== undefined && !UUID.test(file)) throw linkError('link_file_missing')
  return file
}

const shownBy = (request: FastifyRequest) => ({ ...secretsOf(request), ticket: header(request, 'x-link-ticket') })

const secretsOf = (request: FastifyRequest) => ({
  lookupToken: header(request, 'x-link-door'),
  token: header(request, 'x-link-token'),
})

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
