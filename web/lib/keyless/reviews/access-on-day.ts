import { z } from 'zod'
import { ACCESS_KINDS, ACCESS_SOURCES } from '#contract/reviews/access-on-day.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/reviews/v1'

const access = z.object({
  grants: z.array(
    z.object({
      kind: z.enum(ACCESS_KINDS),
      what: z.string(),
      held_role: z.string(),
      began: z.string(),
      ended: z.string().nullable(),
      source: z.enum(ACCESS_SOURCES),
      given_by: z.string(),
      files: z.number().nullable(),
    }),
  ),
  is_cut: z.boolean(),
})
/** What gave somebody access on a day, as far as the server knows. */
export type AccessOnDay = z.output<typeof access>

/** @param asked `day` in UTC, as `2026-11-29`. @throws {VaultError} `entry_gone`, `not_allowed` */
export async function readAccess(api: VaultApi, asked: { person: string; day: string }): Promise<AccessOnDay> {
  return access.parse(await (await api.fetch(addressOf(asked, ''), { method: 'GET' })).json())
}

/** The same as CSV; its hash is in the audit log. */
export async function exportAccess(api: VaultApi, asked: { person: string; day: string }): Promise<Blob> {
  return (await api.fetch(addressOf(asked, '/export'), { method: 'GET' })).blob()
}

const addressOf = ({ person, day }: { person: string; day: string }, rest: string): string =>
  `${PATH}/people/${person}/access${rest}?day=${day}`
