import { z } from 'zod'
import { SIGN_IN_WAYS, type SignInWays } from '#contract/organisation/policies.ts'
import type { VaultApi } from '../session/api.ts'
import { reasons } from './rows.ts'

const answer = z.object({
  enforcements: z.array(
    z.object({
      action: z.string(),
      needs: z.enum(['any', 'mailbox', 'second_factor']),
      until: z.string().nullable(),
      detector: z.string().nullable(),
      reasons: reasons.nullable(),
    }),
  ),
  second_factor_required_by: z.string().nullable(),
  has_passkey: z.boolean(),
  // A server of the version before sends none of these.
  has_provider: z.boolean().default(false),
  takes_passkey: z.boolean().default(true),
  sign_in_required: z.object({ by: z.string(), ways: z.enum(SIGN_IN_WAYS) }).nullish(),
})
type OwnEnforcement = z.infer<typeof answer>['enforcements'][number]

/**
 * `requiredBy`: the organisation that requires what this session has not shown: to have been opened by one of these `ways`, or a second factor
 * where there are none.
 */
type Standing = {
  enforcements: OwnEnforcement[]
  requiredBy: string | null
  ways: SignInWays | undefined
  hasPasskey: boolean
  /** An identity provider is linked with the account. */
  hasProvider: boolean
  /** Whether a passkey is a second factor here. */
  takesPasskey: boolean
}

/** What holds this session or pauses the account's changes, and what it lacks; a session that gets nothing else is answered, too. */
export async function readOwnStanding(api: VaultApi): Promise<Standing> {
  const response = await api.fetch('/threats/v1/mine', { headers: { accept: 'application/json' } })
  const standing = answer.parse(await response.json())
  const { enforcements, second_factor_required_by: factorRequiredBy, sign_in_required: way } = standing
  return {
    enforcements,
    // Before a second factor, which would not help such a session.
    requiredBy: way?.by ?? factorRequiredBy,
    ways: way?.ways,
    hasPasskey: standing.has_passkey,
    hasProvider: standing.has_provider,
    takesPasskey: standing.takes_passkey,
  }
}

/** Replacing and deleting files is paused for this account, or reading in this session is slowed down. */
export type Pause = Pick<OwnEnforcement, 'until' | 'detector'> & {
  action: 'freeze' | 'throttle'
  reasons: z.infer<typeof reasons>
  /** Also the password ends it: the account has neither a mailbox nor a second factor. */
  takesPassword: boolean
}

/** Null while nothing is paused. Of both, what is paused comes first: its proof ends the other as well. */
export async function readPause(api: VaultApi): Promise<Pause | null> {
  const { enforcements } = await readOwnStanding(api)
  const of = (wanted: Pause['action']) => enforcements.find(({ action }) => action === wanted)
  const paused = of('freeze')
  const found = paused ?? of('throttle')
  if (!found) return null
  return {
    action: paused ? 'freeze' : 'throttle',
    until: found.until,
    detector: found.detector,
    reasons: found.reasons ?? [],
    takesPassword: found.needs === 'any',
  }
}
