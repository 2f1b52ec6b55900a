import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { reasons } from './rows.ts'

const answer = z.object({
  enforcements: z.array(
    z.object({
      action: z.string(),
      needs: z.enum(['any', 'mailbox']),
      until: z.string().nullable(),
      detector: z.string().nullable(),
      reasons: reasons.nullable(),
    }),
  ),
})
type OwnEnforcement = z.infer<typeof answer>['enforcements'][number]

/** What holds this session or pauses the account's changes; a session that is held is answered, too. */
export async function readOwnEnforcements(api: VaultApi): Promise<OwnEnforcement[]> {
  const response = await api.fetch('/threats/v1/mine', { headers: { accept: 'application/json' } })
  return answer.parse(await response.json()).enforcements
}

/** Replacing and deleting files is paused for this account. */
export type Pause = Pick<OwnEnforcement, 'until' | 'detector'> & {
  reasons: z.infer<typeof reasons>
  /** Also the password ends it: the account has neither a mailbox nor a second factor. */
  takesPassword: boolean
}

/** Null while nothing is paused. */
export async function readPause(api: VaultApi): Promise<Pause | null> {
  const found = (await readOwnEnforcements(api)).find(({ action }) => action === 'freeze')
  if (!found) return null
  return {
    until: found.until,
    detector: found.detector,
    reasons: found.reasons ?? [],
    takesPassword: found.needs === 'any',
  }
}
