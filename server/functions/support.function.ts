import { z } from 'zod'
import { clientOf } from '#server/auth/request.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Mail } from '#server/mail/mail.ts'
import { supportMail } from '#server/mail/templates.ts'
import { parseBody } from './function-body.ts'
import { FunctionError, type FunctionCall, type Registry } from './registry.ts'

// They end up in mail headers, so that a line break must not survive.
const line = z
  .string()
  .transform((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
  .pipe(z.string().min(1).max(200))

const contact = z.object({
  name: line,
  email: z.email().max(254),
  subject: line,
  message: z.string().trim().min(1).max(10_000),
  priority: z.enum(['low', 'medium', 'high']).default('medium'),
})
type Contact = z.infer<typeof contact>

export type SupportServices = {
  /** Undefined: nobody would read it, so the form says so. */
  supportEmail: string | undefined
  database: Database
  mail: Mail
  limits: RateLimits
}

/** The contact form. Open to everyone, so what it does for one address is little. */
export function supportFunctions(services: SupportServices): Registry {
  return {
    'send-support-email': { verifyJwt: false, methods: ['POST'], handler: (call) => sendSupportEmail(services, call) },
  }
}

async function sendSupportEmail(
  { supportEmail, database, mail, limits }: SupportServices,
  { request, caller, body }: FunctionCall,
): Promise<{ success: true; id: string }> {
  if (!supportEmail) throw new FunctionError(503, 'This server has no address for support')
  const sent = parseBody(contact, body)
  const { ip } = clientOf(request)
  await limits.take('mailByAddress', ip)
  await limits.take('mailByRecipientHourly', `support from ${ip}`)
  await limits.take('mailByRecipientHourly', `support from ${sent.email.toLowerCase()}`)

  const { sub } = caller.claims
  const userId = caller.role === 'authenticated' && typeof sub === 'string' ? sub : undefined
  return database.asOwner(async (transaction) => {
    const id = await insertContact(transaction, sent, userId)
    await mail.send(transaction, supportEmail, supportMail(sent))
    return { success: true, id }
  })
}

/** @returns the id of the row, which belongs to the organisation that runs the installation: its people answer. */
async function insertContact(transaction: Transaction, sent: Contact, userId: string | undefined): Promise<string> {
  const { rows } = await transaction.query<{ id: string }>({
    text: `insert into public.contacts (tenant_id, user_id, name, email, subject, message, priority)
           select t.id, $1, $2, $3, $4, $5, $6
           from public.tenants t
           where t.is_default
           returning id`,
    values: [userId ?? null, sent.name, sent.email, sent.subject, sent.message, sent.priority],
  })
  const [row] = rows
  if (!row) throw new Error('there is no default organisation')
  return row.id
}
