import { GUIDE_LIMITS, type GuideDraft, type GuideSection } from '#contract/documentation/own-guides.ts'
import type { Database, Transaction } from '../db/database.ts'

export type GuideRow = Omit<GuideDraft, 'body'> & {
  id: string
  revision: number
  /** That readers see. */
  version: number | null
  /** What was saved after that version. */
  has_changes: boolean
  /** It was published once. */
  has_versions: boolean
  updated_by: string | null
  updated_at: Date
}
export type VersionRow = {
  version: number
  title: string
  note: string
  published_by: string | null
  published_at: Date
}

const COLUMNS = `g.id, g.slug, g.title, g.description, g.section, g.place, g.replaces, g.revision, g.published_version as version,
  g.published_version is not null and g.published_revision is distinct from g.revision as has_changes,
  exists (select from documentation.versions v where v.guide_id = g.id) as has_versions, u.email as updated_by, g.updated_at`
const GUIDES = 'documentation.guides g left join auth.users u on u.id = g.updated_by'

export async function listGuides(database: Database): Promise<GuideRow[]> {
  const { rows } = await database.owner<GuideRow>(
    `select ${COLUMNS} from ${GUIDES} order by g.section, g.place, g.title, g.id`,
  )
  return rows
}

export async function readGuide(
  database: Database,
  id: string,
): Promise<(GuideRow & { body: string; versions: VersionRow[] }) | undefined> {
  const { rows } = await database.owner<GuideRow & { body: string }>(
    `select ${COLUMNS}, g.body from ${GUIDES} where g.id = $1`,
    [id],
  )
  if (!rows[0]) return undefined
  const { rows: versions } = await database.owner<VersionRow>(
    `select v.version, v.title, v.note, u.email as published_by, v.published_at
     from documentation.versions v left join auth.users u on u.id = v.published_by
     where v.guide_id = $1 order by v.version desc`,
    [id],
  )
  return { ...rows[0], versions }
}

export async function readVersion(
  database: Database,
  id: string,
  version: number,
): Promise<(Omit<GuideDraft, 'slug'> & { version: number }) | undefined> {
  const { rows } = await database.owner<Omit<GuideDraft, 'slug'> & { version: number }>(
    `select version, title, description, section, place, replaces, body from documentation.versions
     where guide_id = $1 and version = $2`,
    [id, version],
  )
  return rows[0]
}

/** @returns its id; undefined when there are as many as there may be. A slug that is taken breaks `guides_slug_unique`. */
export async function insertGuide(
  db: Transaction,
  { slug, title, description, section, place, replaces, body }: GuideDraft,
  userId: string,
): Promise<string | undefined> {
  await db.query({ text: 'lock table documentation.guides in share row exclusive mode' })
  const { rows } = await db.query<{ id: string }>({
    text: `insert into documentation.guides (slug, title, description, section, place, replaces, body, updated_by)
           select $1, $2, $3, $4, $5, $6, $7, $8
           where (select count(*) from documentation.guides) < $9 returning id`,
    values: [slug, title, description, section, place, replaces, body, userId, GUIDE_LIMITS.guides],
  })
  return rows[0]?.id
}

export type LockedGuide = GuideDraft & {
  revision: number
  version: number | null
  published_revision: number | null
  last_version: number | null
  versions: number
  /** Somebody else saved last, or a while ago. */
  is_new_work: boolean
}

/** The guide, which nobody else changes until this transaction ends. */
export async function lockGuide(db: Transaction, id: string, userId: string): Promise<LockedGuide | undefined> {
  const { rows } = await db.query<LockedGuide>({
    text: `select g.slug, g.title, g.description, g.section, g.place, g.replaces, g.body, g.revision,
                  g.published_version as version, g.published_revision,
                  (select max(v.version) from documentation.versions v where v.guide_id = g.id) as last_version,
                  (select count(*)::integer from documentation.versions v where v.guide_id = g.id) as versions,
                  g.updated_by is distinct from $2 or g.updated_at < clock_timestamp() - interval '10 minutes' as is_new_work
           from documentation.guides g where g.id = $1 for update`,
    values: [id, userId],
  })
  return rows[0]
}

/** @returns the new revision */
export async function saveDraft(db: Transaction, id: string, draft: GuideDraft, userId: string): Promise<number> {
  const { slug, title, description, section, place, replaces, body } = draft
  const { rows } = await db.query<{ revision: number }>({
    text: `update documentation.guides
           set slug = $2, title = $3, description = $4, section = $5, place = $6, replaces = $7, body = $8,
               updated_by = $9, updated_at = clock_timestamp(), revision = revision + 1
           where id = $1 returning revision`,
    values: [id, slug, title, description, section, place, replaces, body, userId],
  })
  return rows[0]?.revision ?? 0
}

/** The draft is again what the published version says. */
export async function markUnchanged(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'update documentation.guides set published_revision = revision where id = $1', values: [id] })
}

/** The guide that readers see for this built one, beside `id`. */
export async function findReplacing(db: Transaction, id: string, built: string): Promise<string | undefined> {
  await db.query({ text: 'lock table documentation.versions in share row exclusive mode' })
  const { rows } = await db.query<{ slug: string }>({
    text: `select g.slug from documentation.guides g
           join documentation.versions v on v.guide_id = g.id and v.version = g.published_version
           where v.replaces = $2 and g.id <> $1`,
    values: [id, built],
  })
  return rows[0]?.slug
}

export async function insertVersion(
  db: Transaction,
  { id, version, note, userId }: { id: string; version: number; note: string; userId: string },
): Promise<void> {
  await db.query({
    text: `insert into documentation.versions
             (guide_id, version, title, description, section, place, replaces, body, note, published_by)
           select id, $2, title, description, section, place, replaces, body, $3, $4 from documentation.guides where id = $1`,
    values: [id, version, note, userId],
  })
  await db.query({
    text: 'update documentation.guides set published_version = $2, published_revision = revision where id = $1',
    values: [id, version],
  })
}

export async function hideGuide(db: Transaction, id: string): Promise<void> {
  await db.query({
    text: 'update documentation.guides set published_version = null, published_revision = null where id = $1',
    values: [id],
  })
}

export async function deleteGuide(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'delete from documentation.guides where id = $1', values: [id] })
}

export type PublishedRow = {
  id: string
  version: number
  slug: string
  title: string
  description: string
  section: GuideSection
  place: number
  replaces: string | null
  published_at: Date
  organisation: string
}

/** What readers see, without the texts. */
export async function listPublished(database: Database): Promise<PublishedRow[]> {
  const { rows } = await database.owner<PublishedRow>(
    `select g.id, v.version, g.slug, v.title, v.description, v.section, v.place, v.replaces, v.published_at, t.name as organisation
     from documentation.guides g
     join documentation.versions v on v.guide_id = g.id and v.version = g.published_version
     join public.tenants t on t.id = authz.operator()
     order by v.section, v.place, v.title, g.id`,
  )
  return rows
}
