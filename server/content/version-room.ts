import { CONTENT_LIMITS } from '#contract/studio/content.ts'
import type { Caller, Database } from '../db/database.ts'
import { contentError } from './content-requests.ts'
import { countModelVersions } from './drafts.sql.ts'

/** Looks for a place before a model is asked: versions of people give way to new ones, those of models do not. @throws {Refusal} `versions_full` */
export async function requireRoom(as: { database: Database; caller: Caller }, draft: string): Promise<void> {
  if ((await countModelVersions(as, draft)) >= CONTENT_LIMITS.modelVersions) throw contentError('versions_full')
}
