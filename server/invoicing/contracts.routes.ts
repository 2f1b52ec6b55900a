import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BUYER_LIMITS, isWanted, REQUEST_KINDS, REQUEST_LIMITS } from '#contract/invoicing/contracts.ts'
import { COUNTRIES } from '#contract/invoicing/countries.ts'
import { isPlausibleTaxNumber } from '#contract/invoicing/tax-number.ts'
import { answeredMail, askedMail } from './invoicing-mails.ts'
import { actingAs, ask, BODY, idOf, line, lines, parse, personOf } from './invoicing-requests.ts'
import { type RequestServices, versionOrNone } from './invoicing-requests.ts'
import { invoicingLimits } from './invoicing-limits.ts'

const buyer = z
  .strictObject({
    legal_name: line(BUYER_LIMITS.nameCharacters).min(1),
    address: lines(BUYER_LIMITS.addressCharacters).min(1),
    country: z.string().refine((code) => COUNTRIES.includes(code)),
    tax_number: line(BUYER_LIMITS.taxNumberCharacters),
    purchase_reference: line(BUYER_LIMITS.referenceCharacters),
    email: z.email().max(BUYER_LIMITS.emailCharacters),
    version: versionOrNone,
  })
  .refine(({ tax_number: number, country }) => number === '' || isPlausibleTaxNumber(number, country))
const request = z
  .strictObject({
    kind: z.enum(REQUEST_KINDS),
    wanted: z.array(z.string().max(30)).max(10),
    note: lines(REQUEST_LIMITS.noteCharacters),
  })
  .refine(({ kind, wanted }) => isWanted(kind, wanted))
const answer = z
  .strictObject({ answer: z.enum(['accepted', 'declined']), reason: lines(REQUEST_LIMITS.reasonCharacters) })
  .refine((given) => given.answer === 'accepted' || given.reason !== '')

const REQUEST = 'r.id, r.kind, r.wanted, r.present, r.note, r.state, r.reason, r.asked_at, r.decided_at'

/** What is agreed with an organisation, who pays, and what it asks to have changed. */
export function contractRoutes(app: FastifyInstance, services: RequestServices): void {
  app.get('/account', async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingByUser)
    const [found] = await ask(services, caller, 'select invoicing.own_account() as account')
    return found?.['account']
  })
  app.put('/buyer', BODY, async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingChangeByUser)
    const { version, ...fields } = parse(buyer, got.body)
    const [saved] = await ask(services, caller, 'select invoicing.save_buyer($1, $2) as version', [fields, version])
    return saved
  })
  app.get('/requests', async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingByUser)
    const text = `select ${REQUEST} from invoicing.requests r where r.tenant_id = (select invoicing.managed())
                  order by r.asked_at desc, r.id desc limit 50`
    return { requests: await ask(services, caller, text) }
  })
  app.post('/requests/:id/withdrawal', async (got, reply) => {
    const caller = await personOf(services, got, invoicingLimits.billingChangeByUser)
    await ask(services, caller, 'select invoicing.withdraw_request($1)', [idOf(got)])
    return reply.code(204).send()
  })
  app.get('/requests/open', async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingByUser)
    return { requests: await ask(services, caller, 'select * from invoicing.open_requests()') }
  })
  requestMails(app, services)
}

/** What ends in a mail, in the transaction that stores it. */
function requestMails(app: FastifyInstance, services: RequestServices): void {
  const { mail, config } = services
  app.post('/requests', BODY, async (got, reply) => {
    const caller = await personOf(services, got, invoicingLimits.billingChangeByUser)
    const { kind, wanted, note } = parse(request, got.body)
    const added = await actingAs(services, caller, async (db) => {
      const { rows } = await db.query<{ id: string }>({
        text: 'select invoicing.ask_for($1, $2, $3) as id',
        values: [kind, wanted, note],
      })
      const { rows: facts } = await db.query<{ organisation: string; present: string[] }>({
        text: `select left(regexp_replace(t.name, '[[:cntrl:]]+', ' ', 'g'), 100) as organisation, r.present
               from invoicing.requests r join public.tenants t on t.id = r.tenant_id where r.id = $1`,
        values: [rows[0]?.id],
      })
      const [about] = facts
      if (config.supportEmail && about)
        await mail.send(db, config.supportEmail, askedMail({ ...about, kind, wanted, note }, config.publicUrl))
      return rows[0]
    })
    return reply.code(201).send(added)
  })
  app.post('/requests/:id/answers', BODY, async (got, reply) => {
    const caller = await personOf(services, got, invoicingLimits.billingChangeByUser)
    const given = parse(answer, got.body)
    const id = idOf(got)
    await actingAs(services, caller, async (db) => {
      const values = [id, given.answer, given.reason]
      await db.query({ text: 'select invoicing.answer_request($1, $2, $3)', values })
      const { rows } = await db.query<{ kind: (typeof REQUEST_KINDS)[number]; wanted: string[]; email: string | null }>(
        {
          text: `select r.kind, r.wanted, u.email::text as email
               from invoicing.requests r join auth.users u on u.id = r.asked_by and u.deleted_at is null where r.id = $1`,
          values: [id],
        },
      )
      const [asked] = rows
      if (asked?.email) await mail.send(db, asked.email, answeredMail({ ...asked, ...given }, config.publicUrl))
    })
    return reply.code(204).send()
  })
}
