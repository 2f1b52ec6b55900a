import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '#server/auth/request.ts'
import type { Database } from '../../db/database.ts'
import { bearerOf } from '../../http/caller.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { growthError } from '../growth-requests.ts'
import type { MailTokens } from '../newsletters/mail-tokens.ts'
import { readReport } from './read-report.ts'
import { growthLimits } from '../growth-limits.ts'

/** A report has the headers of the mail, or all of it. */
const BODY_LIMIT_BYTES = 512 * 1024

type Services = { database: Database; limits: RateLimits; tokens: MailTokens }

/** Takes what a mail server of an organisation hands over: mails that came back, and complaints. Anything else is answered and forgotten. */
export function reportRoutes(app: FastifyInstance, { database, limits, tokens }: Services): void {
  app.addContentTypeParser(
    ['message/rfc822', 'text/plain', 'application/octet-stream'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  app.post('/', { bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    await limits.take(growthLimits.reportByAddress, clientOf(request).ip)
    const token = bearerOf(request.headers)
    if (!token?.startsWith('qsr_')) throw growthError('not_signed_in')
    const { rows } = await database.owner<{ tenant_id: string }>(
      'select tenant_id from growth.mail_settings where report_token = $1',
      [createHash('sha256').update(token).digest()],
    )
    const tenant = rows[0]?.tenant_id
    if (tenant === undefined) throw growthError('not_signed_in')
    if (!Buffer.isBuffer(request.body)) throw growthError('bad_request')
    const report = readReport(request.body.toString('latin1'))
    if (!report) return { noted: 0 }
    return { noted: await note(database, tenant, { ...report, delivery: tokens.readUnsubscribe(report.token ?? '') }) }
  })
}

type Noted = { kind: 'bounce' | 'complaint'; addresses: string[]; delivery: string | undefined }

/** @returns how many mails of this organisation it was about */
async function note(database: Database, tenant: string, { kind, addresses, delivery }: Noted): Promise<number> {
  const about = delivery === undefined ? addresses : [null]
  let noted = 0
  for (const address of about) {
    const { rows } = await database.owner<{ is_noted: boolean }>(
      'select growth.note_report($1, $2, $3, $4) as is_noted',
      [tenant, delivery ?? null, address, kind === 'complaint'],
    )
    if (rows[0]?.is_noted) noted += 1
  }
  return noted
}
