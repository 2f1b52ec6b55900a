import type { Caller, Database } from '../../db/database.ts'
import { type SavedDraft, saveIn } from '../drafts.sql.ts'
import type { ModelRecord } from '../record-signer.ts'

type Rewritten = {
  id: string
  /** The draft with the text before. */
  saved: SavedDraft
  content: string
  model: string
  record: (no: number) => Promise<ModelRecord>
}

/** Saves a draft, and the text with a rewritten passage as a version of the model, or nothing. @returns undefined where somebody changed it since */
export async function keepRewritten(
  database: Database,
  caller: Caller,
  { id, saved, content, model, record }: Rewritten,
): Promise<{ no: number; version: number } | undefined> {
  return database.asCaller(caller, async (db) => {
    const version = await saveIn(db, id, saved)
    if (version === undefined) return undefined
    const { rows } = await db.query<{ no: number }>({
      text: 'select max(v.no)::integer as no from studio.draft_versions v where v.draft_id = $1',
      values: [id],
    })
    const before = rows[0]?.no ?? 0
    const no = before + 1
    await db.query({
      text: `insert into studio.draft_versions (tenant_id, draft_id, no, content, kind, author_id, model, record, rewrites)
             select d.tenant_id, d.id, $2, $3, 'model', auth.uid(), $4, $5, $6 from studio.drafts d where d.id = $1`,
      values: [id, no, content, model, JSON.stringify(await record(no)), before],
    })
    return { no, version }
  })
}
