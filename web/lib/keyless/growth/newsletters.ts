import { z } from 'zod'
import { type Block, type NewsletterAct, NEWSLETTER_STATES } from '#contract/growth/newsletters.ts'
import type { VaultApi } from '#vault/session/api.ts'
import type { ContactRules } from './contacts.ts'

const PATH = '/growth/v1/newsletters'
const AUDIENCES = '/growth/v1/audiences'
const JSON_HEADERS = { 'content-type': 'application/json' }

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('button'), label: z.string(), url: z.string() }),
  z.object({ kind: z.literal('divider') }),
])

const counts = z.object({
  recipients: z.number(),
  waiting: z.number(),
  sent: z.number(),
  bounced: z.number(),
  failed: z.number(),
  left_out: z.number(),
  clicked: z.number(),
  unsubscribed: z.number(),
  complained: z.number(),
})
const listed = z.object({
  id: z.string(),
  subject: z.string(),
  status: z.enum(NEWSLETTER_STATES),
  scheduled_at: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  created_at: z.string(),
  audience_id: z.string().nullable(),
  audience: z.string().nullable(),
  counts,
})
/** A newsletter in a list, with what became of its mails. Times are ISO 8601. */
export type ListedNewsletter = z.output<typeof listed>

const newsletter = listed.extend({
  blocks: z.array(block),
  footer: z.string(),
  reply_to: z.string().nullable(),
  per_hour: z.number(),
  links: z.array(z.string()),
  clicks: z.array(z.object({ link: z.number(), clicks: z.number() })),
})
/** `clicks` by the number of the address in `links`. */
export type Newsletter = z.output<typeof newsletter>

const page = z.object({ newsletters: z.array(listed), after: z.string().nullable() })
export type NewsletterPage = z.output<typeof page>

export type NewsletterFields = {
  subject: string
  blocks: Block[]
  footer: string
  reply_to: string | null
  audience_id: string | null
  per_hour: number
}

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listNewsletters(api: VaultApi, after?: string): Promise<NewsletterPage> {
  return page.parse(await read(api, after === undefined ? `${PATH}/` : `${PATH}/?after=${after}`))
}

/** @throws {VaultError} `entry_gone` */
export async function readNewsletter(api: VaultApi, id: string): Promise<Newsletter> {
  return newsletter.parse(await read(api, `${PATH}/${id}`))
}

const made = z.object({ id: z.string() })

/** @param id null makes a new one. @returns its id */
export async function saveNewsletter(api: VaultApi, id: string | null, fields: NewsletterFields): Promise<string> {
  if (id === null) return made.parse(await api.post(`${PATH}/`, fields)).id
  await api.fetch(`${PATH}/${id}`, { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify(fields) })
  return id
}

/** @param at ISO 8601; null, now. @throws {VaultError} `newsletter_incomplete` */
export async function scheduleNewsletter(api: VaultApi, id: string, at: string | null): Promise<void> {
  await api.post(`${PATH}/${id}/schedule`, { at })
}

/** @throws {VaultError} `newsletter_moved` */
export async function steerNewsletter(api: VaultApi, id: string, act: NewsletterAct): Promise<void> {
  await api.post(`${PATH}/${id}/act`, { act })
}

export async function copyNewsletter(api: VaultApi, id: string): Promise<string> {
  return made.parse(await api.post(`${PATH}/${id}/copy`, {})).id
}

/** Mails it to the caller. @returns the address */
export async function testNewsletter(api: VaultApi, id: string): Promise<string> {
  return z.object({ email: z.string() }).parse(await api.post(`${PATH}/${id}/test`, {})).email
}

/** @returns the path of the mail as a page, for five minutes, and its plain text */
export async function previewNewsletter(api: VaultApi, id: string): Promise<{ path: string; text: string }> {
  return z.object({ path: z.string(), text: z.string() }).parse(await api.post(`${PATH}/${id}/preview`, {}))
}

const settings = z.object({ organisation: z.string(), per_hour: z.number(), token_made_at: z.string().nullable() })
export type MailSettings = z.output<typeof settings>

export async function readMailSettings(api: VaultApi): Promise<MailSettings> {
  return settings.parse(await read(api, `${PATH}/settings`))
}

/** How many mails of newsletters leave in an hour, all together. */
export async function setMailPace(api: VaultApi, perHour: number): Promise<void> {
  await api.fetch(`${PATH}/settings`, {
    method: 'PUT',
    headers: JSON_HEADERS,
    body: JSON.stringify({ per_hour: perHour }),
  })
}

/** @returns the token that a mail server reports bounces with, this once; the one before ends. */
export async function makeReportToken(api: VaultApi): Promise<string> {
  return z.object({ token: z.string() }).parse(await api.post(`${PATH}/report-token`, {})).token
}

/** Rules of an audience: as those of a list, and the newsletter of which somebody followed a link. */
export type AudienceRules = Omit<ContactRules, 'search' | 'consent'> & { clicked?: string }

const sizes = z.object({ contacts: z.number(), agreed: z.number() })
/** Contacts that the rules let through now, and how many of them agreed to newsletters. */
export type AudienceSizes = z.output<typeof sizes>
const rules = z.custom<AudienceRules>((value) => typeof value === 'object' && value !== null)
const audiences = z.object({
  audiences: z.array(sizes.extend({ id: z.string(), name: z.string(), rules })),
  everybody: sizes,
})
export type Audiences = z.output<typeof audiences>
export type Audience = Audiences['audiences'][number]

export async function listAudiences(api: VaultApi): Promise<Audiences> {
  return audiences.parse(await read(api, `${AUDIENCES}/`))
}

export async function countAudience(api: VaultApi, chosen: AudienceRules): Promise<AudienceSizes> {
  return sizes.parse(await api.post(`${AUDIENCES}/count`, chosen))
}

/** @throws {VaultError} `name_taken` */
export async function saveAudience(
  api: VaultApi,
  id: string | null,
  audience: { name: string; rules: AudienceRules },
): Promise<void> {
  if (id === null) await api.post(`${AUDIENCES}/`, audience)
  else await api.fetch(`${AUDIENCES}/${id}`, { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify(audience) })
}

/** @throws {VaultError} `audience_in_use` */
export async function removeAudience(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${AUDIENCES}/${id}`, { method: 'DELETE' })
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(path, { method: 'GET' })).json()
}
