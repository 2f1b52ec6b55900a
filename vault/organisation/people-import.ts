import { z } from 'zod'
import { TABLE_PROBLEMS } from '#contract/csv/csv-table.ts'
import { IMPORT_STATES, PERSON_OUTCOMES } from '#contract/organisation/people-import.ts'
import { fromHex, toBase64Url } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'

const PATH = '/auth/v1/team/imports'

const outcome = z.enum(PERSON_OUTCOMES)
const previewed = z.union([
  z.object({ problem: z.enum(TABLE_PROBLEMS) }),
  z.object({
    counts: z.partialRecord(outcome, z.number()),
    shown: z.array(z.object({ row: z.number(), email: z.string(), outcome })),
    invited: z.number(),
    marked: z.number(),
    digest: z.string(),
    leftOut: z.array(z.string()),
  }),
])
/** What a list of people would do, or why it is not read. `shown`: some rows of each outcome; `leftOut`: columns that are not read. */
export type PeoplePreview = z.output<typeof previewed>

/** Nothing is stored. @throws {VaultError} `not_allowed` */
export async function previewPeople(api: VaultApi, csv: string): Promise<PeoplePreview> {
  return previewed.parse(await api.post(`${PATH}/preview`, { csv }))
}

/**
 * Invites everybody whom the list invites, and makes guests of those whom it marks, or does nothing; the mails follow. @returns the id of the list
 * @param list `digest`: of the preview that was looked at
 * @throws {VaultError} `import_changed` | `import_running` | `proof_needed` | `plan_full` | `not_allowed`
 */
export async function invitePeople(
  api: VaultApi,
  vault: OpenVault,
  list: { csv: string; digest: string },
): Promise<string> {
  const fingerprint = toBase64Url(fromHex(vault.keyFingerprint))
  return z.object({ id: z.uuid() }).parse(await api.post(PATH, { ...list, fingerprint })).id
}

const imported = z.object({
  id: z.uuid(),
  by_email: z.string().nullable(),
  state: z.enum(IMPORT_STATES),
  created_at: z.string(),
  left_out: z.number(),
  waiting: z.number(),
  sent: z.number(),
  not_sent: z.number(),
  cancelled: z.number(),
  marked: z.number(),
})
/** A list of people and where its invitations are. Times are ISO 8601. */
export type PeopleImport = z.output<typeof imported>

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listPeopleImports(api: VaultApi): Promise<PeopleImport[]> {
  const answer = await (await api.fetch(PATH, { method: 'GET' })).json()
  return z.object({ imports: z.array(imported) }).parse(answer).imports
}

/** Those whose mail has not left are not invited. @throws {VaultError} `import_gone` when everything has left */
export async function cancelPeopleImport(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/${id}/cancel`, { method: 'POST', headers: {}, body: '' })
}

/** Everybody of a list and where their invitation is, as CSV. @throws {VaultError} `import_gone` */
export async function reportPeopleImport(api: VaultApi, id: string): Promise<Blob> {
  return (await api.fetch(`${PATH}/${id}/report`, { method: 'GET' })).blob()
}
