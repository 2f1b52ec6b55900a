import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { CheckFailure } from '../check.ts'
import type { ProbePerson } from '../probe-people.ts'
import type { Column, TenantTable } from './tenant-tables.sql.ts'

type Row = Record<string, unknown>
/** Of one person: a row of each table, by its name. */
export type Planted = { person: ProbePerson; tenant: string; rows: Map<string, Row> }
type Values = Readonly<Record<string, (planted: Planted) => unknown>>

const OWNER_COLUMNS = new Set(['user_id', 'owner', 'owner_id', 'person_id'])
const TENANT_COLUMN = 'tenant_id'

/** Made with an account, or by a trigger for another row: these are found rather than planted. */
const FOUND: Readonly<Record<string, string>> = {
  'public.tenants': 'id = $2 and $1::uuid is not null',
  'public.profiles': 'user_id = $1 and $2::uuid is not null',
  'public.enterprise_user_roles': 'user_id = $1 and tenant_id = $2',
  'public.file_access': 'user_id = $1 and $2::uuid is not null',
}

/** Planted last: who has left the organisation has no rows in others. */
const LAST = 'public.former_members'

const of = (table: string, column: string) => (planted: Planted) => planted.rows.get(table)?.[column]
const fixed = (value: unknown) => () => value
const BUCKET = fixed('encrypted-files')

/** What the catalogue does not say of a column: rules of several columns, and of triggers. */
const GIVEN: Readonly<Record<string, Values>> = {
  'public.canaries': { file_id: of('public.file_records', 'id') },
  'public.contacts': { email: fixed('probe@example.org') },
  'public.device_inboxes': { epoch: fixed(1) },
  'public.devices': { interval_seconds: fixed(60) },
  'public.file_records': { storage_path: of('storage.objects', 'name') },
  'growth.contacts': { email: () => `${randomUUID()}@example.org` },
  'growth.deliveries': { contact_id: of('growth.contacts', 'id') },
  'growth.suppressions': { address_hash: () => randomBytes(32) },
  'training.assignments': { course: fixed('phishing') },
  'training.completions': { course: fixed('phishing'), code_hash: () => randomBytes(32) },
  'training.progress': { course: fixed('phishing') },
  'training.tries': { course: fixed('phishing') },
  'sales.stages': { name: fixed('Probe') },
  'sales.settings': { currency: fixed('EUR') },
  'sales.quotes': {
    currency: fixed('EUR'),
    lines: fixed('[{}]'),
    total_minor: fixed(2),
  },
  'partners.tiers': { name: fixed('Probe') },
  'partners.partners': { company: fixed('Probe') },
  'partners.links': { code: () => `probe-${randomBytes(8).toString('hex')}`, path: fixed('/') },
  'partners.registrations': {
    domain: fixed('probe.example'),
    currency: fixed('EUR'),
  },
  'partners.statements': { month: fixed('2026-01-01') },
  'partners.commissions': { currency: fixed('EUR') },
  'invoicing.buyers': { country: fixed('DE'), email: fixed('probe@example.org') },
  'invoicing.requests': { kind: fixed('term'), wanted: fixed('{annual}') },
  // Issued: a draft is the operator's alone.
  'invoicing.invoices': {
    status: fixed('issued'),
    year: fixed(1970),
    number: () => randomInt(1, 2_000_000_000),
    issued_at: () => new Date(),
    seller: fixed('{}'),
    buyer: fixed('{}'),
    currency: fixed('EUR'),
    lines: fixed('[{}]'),
    total_minor: fixed(2),
    period_from: fixed('2030-01-01'),
    period_to: fixed('2030-01-31'),
    due_on: fixed('2030-02-01'),
  },
  'keywords.projects': { total: fixed(1) },
  'keywords.vectors': { vector: () => randomBytes(1536) },
  'panel.requests': { fingerprint: () => randomBytes(32) },
  'panel.views': { list: fixed('contacts') },
  'reviews.reviews': { covers_roles: fixed(true) },
  'studio.grammar_settings': { dialect: fixed('British') },
  'studio.calendars': { month: fixed('2030-01'), topics: fixed('{Probe}'), platforms: fixed('{LinkedIn}') },
  'studio.platform_limits': { characters: fixed(280) },
  'studio.posts': { slot: fixed('09:00') },
  'tenancy.entries': { ends_at: () => new Date(Date.now() + 600_000) },
  'studio.source_sentences': { vector: () => randomBytes(1536) },
  'public.invitations': { role: fixed('viewer') },
  'public.organisation_domains': { domain: () => `${randomUUID()}.example.org` },
  'public.request_deliveries': { request_id: of('public.file_requests', 'id') },
  'public.share_links': { file_id: of('public.file_records', 'id') },
  'public.file_versions': { bucket_id: BUCKET, storage_path: of('storage.objects', 'name') },
  'storage.objects': { bucket_id: BUCKET, name: ({ person }) => `${person.id}/${randomUUID()}` },
  'storage.uploads': { bucket_id: BUCKET, name: ({ person }) => `${person.id}/${randomUUID()}` },
  'storage.upload_pieces': { end_bytes: fixed(2) },
}
const DETECTORS = 'threats.detectors'

const BY_TYPE: Readonly<Record<string, () => unknown>> = {
  // In the alphabet and as long as the hashes that some columns hold.
  text: () => `p${randomBytes(21).toString('hex')}`,
  uuid: () => randomUUID(),
  integer: fixed(1),
  bigint: fixed(1),
  bytea: () => randomBytes(32),
  boolean: fixed(false),
  jsonb: fixed('{}'),
  'text[]': fixed('{}'),
  date: fixed('2030-01-01'),
  'timestamp with time zone': () => new Date(Date.now() + 86_400_000),
}

/** A row of the person in each table that holds something of people or organisations, in a transaction that its caller undoes. */
export async function plantRows(
  db: Transaction,
  tables: readonly TenantTable[],
  person: ProbePerson,
): Promise<Planted> {
  const { rows } = await db.query<{ tenant_id: string }>({
    text: 'select tenant_id from public.profiles where user_id = $1',
    values: [person.id],
  })
  const planted: Planted = { person, tenant: rows[0]?.tenant_id ?? '', rows: new Map() }
  const inOrder = tables.toSorted((one, other) => Number(one.name === LAST) - Number(other.name === LAST))
  for (const table of inOrder) if (table.is_table) planted.rows.set(table.name, await plantRow(db, table, planted))
  return planted
}

async function plantRow(db: Transaction, table: TenantTable, planted: Planted): Promise<Row> {
  const { text, values } =
    FOUND[table.name] === undefined ? insertOf(table, await valuesOf(db, table, planted)) : findOf(table, planted)
  try {
    const { rows } = await db.query<{ row: Row }>({ text, values })
    if (rows[0]) return rows[0].row
  } catch (cause) {
    throw new CheckFailure(`No row could be planted in ${table.name}, so nothing is known of it: ${String(cause)}`)
  }
  throw new CheckFailure(`No row could be planted in ${table.name}, so nothing is known of it`)
}

function findOf({ name }: TenantTable, { person, tenant }: Planted) {
  return {
    text: `select to_jsonb(t) as row from ${name} t where ${FOUND[name] ?? 'false'} limit 1`,
    values: [person.id, tenant],
  }
}

/** The statement that inserts a row with these values. */
export function insertOf({ name }: TenantTable, row: Row): { text: string; values: unknown[] } {
  const columns = Object.keys(row)
  return {
    text: `insert into ${name} as t (${columns.map((column) => `"${column}"`).join(', ')})
           values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning to_jsonb(t) as row`,
    values: columns.map((column) => row[column]),
  }
}

/** What a row of the person holds in a table. */
export async function valuesOf(db: Transaction, table: TenantTable, planted: Planted): Promise<Row> {
  const row: Row = {}
  for (const column of table.columns) {
    const value = await valueOf(db, table, column, planted)
    if (value !== undefined) row[column.name] = value
  }
  return row
}

async function valueOf(db: Transaction, table: TenantTable, column: Column, planted: Planted): Promise<unknown> {
  const { name } = column
  const given = GIVEN[table.name]?.[name]
  if (given) return given(planted)
  if (name === TENANT_COLUMN) return planted.tenant
  if (OWNER_COLUMNS.has(name) && column.type === 'uuid') return planted.person.id
  if (!column.is_needed) return undefined
  for (const { table: target, columns, targets } of table.references) {
    const at = columns.indexOf(name)
    if (at < 0) continue
    if (target === DETECTORS) return firstDetector(db)
    const known = planted.rows.get(target)?.[targets[at] ?? '']
    if (known !== undefined) return known
  }
  return column.first_value ?? BY_TYPE[column.type]?.()
}

async function firstDetector(db: Transaction): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>({
    text: 'select name from threats.detectors order by name limit 1',
  })
  return rows[0]?.name
}
