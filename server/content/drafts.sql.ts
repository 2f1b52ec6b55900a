import type { ContentType } from '#contract/studio/content.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import type { ContentRequest } from './content-request.ts'
import type { ModelRecord } from './record-signer.ts'
import type { StoppedPlan, StoppedVersion } from './unfinished.ts'

export type VersionKind = 'person' | 'model' | 'brief'

export type DraftRow = {
  id: string
  title: string
  content_type: ContentType
  outline: string
  target_keyword: string
  audience: string
  meta_description: string
  suggested_tags: string[]
  version: number
  /** A model writes it just now. */
  is_being_written: boolean
  created_at: Date
  updated_at: Date
}
const COLUMNS = `d.id, d.title, d.content_type, d.outline, d.target_keyword, d.audience, d.meta_description, d.suggested_tags, d.version,
  coalesce(d.writing_until > clock_timestamp(), false) as is_being_written, d.created_at, d.updated_at`

export type VersionRow = {
  no: number
  kind: VersionKind
  is_whole: boolean
  author: string | null
  model: string | null
  /** The version in which the model rewrote a passage; null: the whole text is of this kind. */
  rewrites: number | null
  characters: number
  created_at: Date
}

type As = { database: Database; caller: Caller }
const ask = async <Row extends Record<string, unknown>>(
  { database, caller }: As,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await database.oneAsCaller<Row>(caller, { text, values })).rows

export type ListedDraft = Pick<DraftRow, 'id' | 'title' | 'content_type' | 'updated_at' | 'is_being_written'> & {
  versions: number
  model: string | null
}

/** The last changed first. */
export const listDrafts = (as: As): Promise<ListedDraft[]> =>
  ask(
    as,
    `select d.id, d.title, d.content_type, d.updated_at, coalesce(d.writing_until > clock_timestamp(), false) as is_being_written,
            (select count(*)::integer from studio.draft_versions v where v.tenant_id = d.tenant_id and v.draft_id = d.id) as versions,
            (select v.model from studio.draft_versions v where v.tenant_id = d.tenant_id and v.draft_id = d.id and v.kind = 'model'
             order by v.rewrites is null desc, v.no desc limit 1) as model
     from studio.drafts d order by d.updated_at desc, d.id desc`,
  )

export const findDraft = async (as: As, id: string): Promise<DraftRow | undefined> =>
  (await ask<DraftRow>(as, `select ${COLUMNS} from studio.drafts d where d.id = $1`, [id]))[0]

/** The newest first, without their texts. */
export const listVersions = (as: As, draft: string): Promise<VersionRow[]> =>
  ask(
    as,
    `select v.no, v.kind, v.is_whole, p.email as author, v.model, v.rewrites, length(v.content) as characters, v.created_at
     from studio.draft_versions v left join studio.person_names() p on p.id = v.author_id
     where v.draft_id = $1 order by v.no desc`,
    [draft],
  )

/** How many versions models wrote, each with its record. */
export const countModelVersions = async (as: As, draft: string): Promise<number> =>
  (
    await ask<{ count: number }>(
      as,
      `select count(*)::integer as count from studio.draft_versions v where v.draft_id = $1 and v.kind = 'model'`,
      [draft],
    )
  )[0]?.count ?? 0

/** @param no undefined: the newest */
export const findVersion = async (
  as: As,
  draft: string,
  no?: number,
): Promise<{ no: number; content: string; kind: VersionKind } | undefined> =>
  (
    await ask<{ no: number; content: string; kind: VersionKind }>(
      as,
      `select v.no, v.content, v.kind from studio.draft_versions v
       where v.draft_id = $1 and ($2::integer is null or v.no = $2) order by v.no desc limit 1`,
      [draft, no ?? null],
    )
  )[0]

/** The last text that no person saved, with the plan that it has if its writing stopped. A passage that was rewritten is a change by a person to it. */
export const findStopped = async (as: As, draft: string): Promise<StoppedVersion | undefined> =>
  (
    await ask<StoppedVersion>(
      as,
      `select v.content, v.plan from studio.draft_versions v
       where v.draft_id = $1 and v.kind <> 'person' and v.rewrites is null
       order by v.no desc limit 1`,
      [draft],
    )
  )[0]

/** Records of what models wrote, the newest first. Of more than `most` the whole texts come before their passages, except for the newest. */
export async function findRecords(as: As, draft: string, most: number): Promise<ModelRecord[]> {
  const rows = await ask<{ record: ModelRecord }>(
    as,
    `with ranked as (
       select v.no, v.record, v.rewrites, row_number() over (order by v.no desc) = 1 as is_newest from studio.draft_versions v
       where v.draft_id = $1 and v.kind = 'model' and v.record is not null
     ), kept as (select * from ranked order by is_newest desc, rewrites is null desc, no desc limit $2)
     select k.record from kept k order by k.no desc`,
    [draft, most],
  )
  return rows.map(({ record }) => record)
}

export async function insertDraft(
  as: As,
  { title, content_type: type, outline, target_keyword: keyword, audience }: ContentRequest,
): Promise<string> {
  const rows = await ask<{ id: string }>(
    as,
    `insert into studio.drafts (tenant_id, title, content_type, outline, target_keyword, audience, created_by)
     values (studio.managed(), $1, $2, $3, $4, $5, auth.uid()) returning id`,
    [title, type, outline, keyword, audience],
  )
  const [row] = rows
  if (!row) throw new Error('no draft was added')
  return row.id
}

export const deleteDraft = async (as: As, id: string): Promise<boolean> =>
  (await ask(as, 'delete from studio.drafts where id = $1 returning id', [id])).length === 1

export type SavedDraft = ContentRequest & {
  meta_description: string
  suggested_tags: string[]
  content: string
  version: number
}

/** Saves fields and text together. @returns the version; undefined where somebody changed it since */
export const saveDraft = ({ database, caller }: As, id: string, saved: SavedDraft): Promise<number | undefined> =>
  database.asCaller(caller, (db) => saveIn(db, id, saved))

/** The same as a part of what else is stored. */
export async function saveIn(db: Transaction, id: string, saved: SavedDraft): Promise<number | undefined> {
  const { rows } = await db.query<{ version: number }>({
    text: `update studio.drafts d
           set title = $3, content_type = $4, outline = $5, target_keyword = $6, audience = $7, meta_description = $8, suggested_tags = $9,
               version = d.version + 1, updated_at = clock_timestamp()
           where d.id = $1 and d.version = $2 returning d.version`,
    values: [
      id,
      saved.version,
      saved.title,
      saved.content_type,
      saved.outline,
      saved.target_keyword,
      saved.audience,
      saved.meta_description,
      saved.suggested_tags,
    ],
  })
  const [row] = rows
  if (!row) return undefined
  await db.query({
    text: `insert into studio.draft_versions (tenant_id, draft_id, no, content, kind, author_id)
           select d.tenant_id, d.id, coalesce(v.no, 0) + 1, $2, 'person', auth.uid()
           from studio.drafts d
           left join lateral (select v.no, v.content from studio.draft_versions v where v.tenant_id = d.tenant_id and v.draft_id = d.id
                              order by v.no desc limit 1) v on true
           where d.id = $1 and coalesce(v.content, '') <> $2`,
    values: [id, saved.content],
  })
  return row.version
}

/** Begins to write. @returns the organisation; undefined where somebody has it written, or changed it since */
export async function claimDraft(
  as: As,
  id: string,
  { version, claim }: { version: number; claim: string },
): Promise<string | undefined> {
  const rows = await ask<{ tenant_id: string }>(
    as,
    `update studio.drafts d set writing_claim = $3, writing_until = clock_timestamp() + interval '15 minutes'
     where d.id = $1 and d.version = $2 and (d.writing_until is null or d.writing_until < clock_timestamp()) returning d.tenant_id`,
    [id, version, claim],
  )
  return rows[0]?.tenant_id
}

export type WrittenVersion = {
  tenant: string
  draft: string
  claim: string
  content: string
  kind: Exclude<VersionKind, 'person'>
  isWhole: boolean
  author: string
  model: string | null
  record: (no: number) => Promise<ModelRecord | null>
  /** Of a text whose writing stopped; null: it is whole. */
  plan: StoppedPlan | null
  /** Undefined: the model had not come to it. */
  meta: { description: string; tags: string[] } | undefined
}

/** Keeps what was written, whatever its person may do by now, and lets others write. @returns number and version */
export async function keepWritten(
  db: Transaction,
  written: WrittenVersion,
): Promise<{ no: number; version: number } | undefined> {
  const { tenant, draft, claim, content, kind, isWhole, author, model, record, plan, meta } = written
  const { rows } = await db.query<{ version: number }>({
    text: `update studio.drafts d
           set writing_claim = null, writing_until = null, version = d.version + 1, updated_at = clock_timestamp(),
               meta_description = coalesce($4, d.meta_description), suggested_tags = coalesce($5, d.suggested_tags)
           where d.tenant_id = $1 and d.id = $2 and d.writing_claim = $3 returning d.version`,
    values: [tenant, draft, claim, meta?.description ?? null, meta?.tags ?? null],
  })
  const [row] = rows
  if (!row) return undefined
  const { rows: numbers } = await db.query<{ no: number }>({
    text: 'select coalesce(max(no), 0)::integer + 1 as no from studio.draft_versions where tenant_id = $1 and draft_id = $2',
    values: [tenant, draft],
  })
  const no = numbers[0]?.no ?? 1
  await db.query({
    text: `insert into studio.draft_versions (tenant_id, draft_id, no, content, kind, is_whole, author_id, model, record, plan)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      tenant,
      draft,
      no,
      content,
      kind,
      isWhole,
      author,
      model,
      JSON.stringify(await record(no)),
      plan && JSON.stringify(plan),
    ],
  })
  return { no, version: row.version }
}

/** Lets others write a draft of which nothing came. */
export async function releaseDraft(database: Database, draft: string, claim: string): Promise<void> {
  await database.owner(
    'update studio.drafts set writing_claim = null, writing_until = null where id = $1 and writing_claim = $2',
    [draft, claim],
  )
}
