import type { SourceFormat, SourceKind } from '#contract/sources/sources.ts'
import { sourcesFacts, type SourceEventType } from '#contract/sources/sources-facts.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import type { PlacedSentence } from './read-source.ts'

/** Reader, under row-level security. */
export type Reader = { database: Database; caller: Caller }
const ask = async <Row extends Record<string, unknown>>(
  { database, caller }: Reader,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await database.oneAsCaller<Row>(caller, { text, values })).rows

export type ListedSource = {
  id: string
  name: string
  kind: SourceKind
  format: SourceFormat
  sentences: number
  is_read: boolean
  author: string | null
  created_at: Date
}

/** The newest first. @param model whose vectors count */
export const listSources = (as: Reader, model: string): Promise<ListedSource[]> =>
  ask(
    as,
    `select s.id, s.name, s.kind, s.format, s.sentences, s.read_by is not distinct from $1 as is_read, p.email as author, s.created_at
     from studio.sources s left join studio.person_names() p on p.id = s.created_by order by s.created_at desc, s.id desc`,
    [model],
  )

export const findSource = async (as: Reader, id: string): Promise<{ name: string; text: string } | undefined> =>
  (
    await ask<{ name: string; text: string }>(as, 'select name, content as text from studio.sources where id = $1', [
      id,
    ])
  )[0]

/**
 * A file that the caller may read, in their vault or in a team space, of the organisation whose studio they work in; reading is all it takes.
 * `space`: the team space, null for the vault. Undefined: there is no such file for them.
 */
export const findReadableFile = async (as: Reader, file: string): Promise<{ space: string | null } | undefined> =>
  (
    await ask<{ space: string | null }>(
      as,
      'select f.team_space_id as space from public.reachable_files f where f.id = $1 and f.tenant_id = authz.tenant()',
      [file],
    )
  )[0]

export type SentenceRow = {
  source: string
  no: number
  name: string
  format: SourceFormat
  line: number
  text: string
  vector: Buffer | null
}
const SENTENCES = `select t.source_id as source, t.no, s.name, s.format, t.line, t.text`
const FROM = `from studio.source_sentences t join studio.sources s on s.tenant_id = t.tenant_id and s.id = t.source_id`

/** Every sentence of every source, with its meaning where `model` has read all of its source. */
export const listSentences = (as: Reader, model: string): Promise<SentenceRow[]> =>
  ask(
    as,
    `${SENTENCES}, case when s.read_by = $1 then t.vector end as vector ${FROM} order by s.created_at desc, s.id, t.no`,
    [model],
  )

/** Sentences that somebody chose, in that order; those that are gone are left out. */
export const findSentences = (
  as: Reader,
  chosen: readonly { source: string; no: number }[],
): Promise<Omit<SentenceRow, 'vector'>[]> =>
  ask(
    as,
    `${SENTENCES} ${FROM}
     join unnest($1::uuid[], $2::integer[]) with ordinality as c (source, no, nth) on c.source = t.source_id and c.no = t.no order by c.nth`,
    [chosen.map(({ source }) => source), chosen.map(({ no }) => no)],
  )

export type NewSource = {
  tenant: string
  userId: string
  name: string
  kind: SourceKind
  format: SourceFormat
  text: string
  sha256: Buffer
  sentences: readonly PlacedSentence[]
}

/** The row of the organisation is locked, so that two that come at once are counted together. @returns its id */
export async function insertSource(db: Transaction, given: NewSource): Promise<string> {
  const { tenant, userId, name, kind, format, text, sha256, sentences } = given
  await db.query({ text: 'select from public.tenants where id = $1 for no key update', values: [tenant] })
  const { rows } = await db.query<{ id: string }>({
    text: `insert into studio.sources (tenant_id, name, kind, format, content, sha256, sentences, created_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    values: [tenant, name, kind, format, text, sha256, sentences.length, userId],
  })
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no source was added')
  await db.query({
    text: `insert into studio.source_sentences (tenant_id, source_id, no, line, text)
           select $1, $2, g.nth, g.line, g.text from unnest($3::integer[], $4::text[]) with ordinality as g (line, text, nth)`,
    values: [tenant, id, sentences.map(({ line }) => line), sentences.map((one) => one.text)],
  })
  return id
}

export const deleteSource = async (db: Transaction, tenant: string, id: string): Promise<boolean> =>
  (await db.query({ text: 'delete from studio.sources where tenant_id = $1 and id = $2', values: [tenant, id] }))
    .rowCount === 1

type SourceEvent = { type: SourceEventType; userId: string; details: Record<string, unknown> }

/** Writes who did what with a source into the audit log of their organisation; never its text or name. */
export async function recordSourceEvent(db: Transaction, { type, userId, details }: SourceEvent): Promise<void> {
  const { category, risk } = sourcesFacts.events[type]
  await db.query({
    text: `select audit.record($1, $2, $3, $4, 'success', $5, $6)`,
    values: [type, category, userId, type.split('.').at(-1), risk, details],
  })
}
