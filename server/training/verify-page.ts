import type { FastifyInstance, FastifyReply } from 'fastify'
import { clientOf } from '#server/auth/request.ts'
import type { Database } from '../db/database.ts'
import { htmlPage, htmlPagePolicy } from '../http/html-page.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { markup } from '../markup.ts'
import { hashOfCode } from './certificate-codes.ts'
import { initialsOf } from './initials.ts'
import { trainingLimits } from './training-limits.ts'

type CertificateRow = {
  title: string
  version: number
  completed_at: Date
  printed_name: string
  shows_name: boolean
  withdrawn_at: Date | null
  organisation: string
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** Where anybody checks a certificate by its code: no script, no cookie, and no more of the person than they allow. */
export function verifyRoutes(
  app: FastifyInstance,
  { database, limits }: { database: Database; limits: RateLimits },
): void {
  app.get('/:code', { exposeHeadRoute: false }, async (request, reply) => {
    await limits.take(trainingLimits.certificateByAddress, clientOf(request).ip)
    const hash = hashOfCode((request.params as { code: string }).code)
    const { rows } = hash
      ? await database.owner<CertificateRow>('select * from training.certificate_of($1)', [hash])
      : { rows: [] }
    return rows[0] ? sendPage(reply, pageOf(rows[0])) : sendPage(reply.code(404), unknownPage())
  })
}

const STYLESHEET = '/status/notice.css'

const unknownPage = (): string =>
  htmlPage({
    title: 'No certificate has this code',
    stylesheet: STYLESHEET,
    body: markup`<p>Compare it with the certificate, character by character. A certificate also disappears when its owner deletes their account.</p>`,
  })

function pageOf(certificate: CertificateRow): string {
  const { title, version, completed_at: at, printed_name: name, shows_name: isNamed, organisation } = certificate
  const withdrawn = certificate.withdrawn_at
  const holder = isNamed ? name : initialsOf(name)
  return htmlPage({
    title: withdrawn ? 'This certificate was withdrawn' : 'This certificate is valid',
    stylesheet: STYLESHEET,
    body: markup`<p>${
      withdrawn
        ? `${organisation} withdrew it on ${dayOf(withdrawn)}. It no longer counts.`
        : `${holder} completed this course for ${organisation} on ${dayOf(at)}.`
    }</p>
          <p><strong>${title}</strong>, version ${String(version)}</p>
          ${isNamed ? markup`` : markup`<p>The name is shown by its initials. Only the person named can show all of it here.</p>`}`,
  })
}

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({
      'content-security-policy': htmlPagePolicy(),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html)
