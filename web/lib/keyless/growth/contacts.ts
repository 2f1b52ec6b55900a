import { z } from 'zod'
import { TABLE_PROBLEMS } from '#contract/csv/csv-table.ts'
import {
  CONSENTS,
  CONTACT_SOURCES,
  type Consent,
  type ContactSource,
  IMPORT_COLUMNS,
  IMPORT_PROBLEMS,
} from '#contract/growth/contacts.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/growth/v1/contacts'

const contact = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  source: z.enum(CONTACT_SOURCES),
  tags: z.array(z.string()),
  consent: z.enum(CONSENTS),
  consent_at: z.string().nullable(),
  created_at: z.string(),
})
/** A person outside, whom an organisation knows. Times are ISO 8601. */
export type Contact = z.output<typeof contact>

/** What contacts have in common; each part narrows it. Times are ISO 8601, `to` excluded. */
export type ContactRules = Partial<{
  search: string
  source: ContactSource
  consent: Consent
  tag: string
  company: string
  from: string
  to: string
}>

const page = z.object({
  contacts: z.array(contact),
  after: z.string().nullable(),
  count: z.number().optional(),
  tags: z.array(z.string()).optional(),
})
/** `after`: where the next page begins, null at the end. The first page says how many there are, and which tags are in use. */
export type ContactPage = z.output<typeof page>

const event = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  details: z.record(z.string(), z.unknown()),
  user_id: z.string().nullable(),
  by: z.string().nullable(),
})
export type ContactEvent = z.output<typeof event>

const details = z.object({
  contact: contact.extend({
    consent_from: z.string().nullable(),
    consent_text: z.string().nullable(),
    consent_address_hash: z.string().nullable(),
  }),
  suppressed: z.string().nullable(),
  events: z.array(event),
})
/** One contact with the evidence of its consent. `suppressed`: why it gets no newsletters, whatever somebody states. */
export type ContactDetails = z.output<typeof details>

/** @throws {VaultError} `not_allowed` */
export async function listContacts(api: VaultApi, rules: ContactRules, after?: string): Promise<ContactPage> {
  return page.parse(await (await api.fetch(`${PATH}/${queryOf({ ...rules, after })}`, { method: 'GET' })).json())
}

/** @throws {VaultError} `entry_gone` */
export async function readContact(api: VaultApi, id: string): Promise<ContactDetails> {
  return details.parse(await (await api.fetch(`${PATH}/${id}`, { method: 'GET' })).json())
}

export type ContactFields = Pick<Contact, 'name' | 'company' | 'phone' | 'tags'>

/** @param contact `ground`: why the person agreed to newsletters; null, they did not. @throws {VaultError} `contact_exists` */
export async function addContact(
  api: VaultApi,
  added: ContactFields & { email: string; ground: string | null },
): Promise<void> {
  await api.post(`${PATH}/`, added)
}

export async function changeContact(api: VaultApi, id: string, fields: ContactFields): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await api.fetch(`${PATH}/${id}`, { method: 'PATCH', headers, body: JSON.stringify(fields) })
}

const counted = z.object({ count: z.number() })

/** @returns how many were changed */
export async function tagContacts(api: VaultApi, ids: readonly string[], tag: string, isOn: boolean): Promise<number> {
  return counted.parse(await api.post(`${PATH}/tags`, { ids, tag, isOn })).count
}

/** @returns how many there were */
export async function removeContacts(api: VaultApi, ids: readonly string[]): Promise<number> {
  return counted.parse(await api.post(`${PATH}/removals`, { ids })).count
}

/** @throws {VaultError} `contact_suppressed` */
export async function stateConsent(
  api: VaultApi,
  id: string,
  state: 'confirmed' | 'withdrawn',
  ground: string,
): Promise<void> {
  await api.post(`${PATH}/${id}/consent`, { state, ground })
}

const imported = z.union([
  z.object({ problem: z.enum(TABLE_PROBLEMS) }),
  z.object({
    rows: z.number(),
    known: z.number(),
    suppressed: z.number(),
    leftOut: z.array(z.string()),
    problems: z.array(z.object({ row: z.number(), column: z.enum(IMPORT_COLUMNS), problem: z.enum(IMPORT_PROBLEMS) })),
    problemCount: z.number(),
    shown: z.array(z.object({ email: z.string(), name: z.string(), company: z.string() })),
    added: z.number(),
    changed: z.number(),
  }),
])
/** What a list holds, or why it is not read. */
export type ContactImport = z.output<typeof imported>

/** @param list `isPreview`: nothing is stored; `ground`: why the added ones agreed to newsletters. */
export async function importContacts(
  api: VaultApi,
  list: { csv: string; isPreview: boolean; ground: string | null; tags: readonly string[] },
): Promise<ContactImport> {
  return imported.parse(await api.post(`${PATH}/imports`, list))
}

/** Exactly the contacts that the rules let through, as CSV. */
export async function exportContacts(api: VaultApi, rules: ContactRules): Promise<Blob> {
  return (await api.fetch(`${PATH}/export${queryOf(rules)}`, { method: 'GET' })).blob()
}

function queryOf(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
