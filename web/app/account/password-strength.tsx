import type { RefObject } from 'react'
import { strengthOf, STRONG_LOG10 } from '#web/lib/account/password-estimate.ts'
import { m } from '#web/messages/app.ts'
import { Meter } from '#web/ui/feedback/progress.tsx'
import type { Estimated } from './use-password-estimate.ts'

/** Length the standard advises for a password that nothing else backs up (NIST SP 800-63B-4 §3.1.1.2). */
const ADVISED_CHARACTERS = 15

type Props = {
  box: RefObject<HTMLDivElement | null>
  length: number
  estimate: Estimated
  min: number
  /** What to do about a weak one. */
  advice: string
}

/** How hard the password in the field above is to guess, why, and what to do about it. */
export function PasswordStrength({ box, ...seen }: Props) {
  const isWeak = seen.length < seen.min || (isKnown(seen.estimate) && strengthOf(seen.estimate) === 'weak')
  const isShort = seen.length > 0 && seen.length < seen.min
  return (
    <div ref={box} className="flex flex-col gap-1.5">
      <Meter label={m.account.strength.label} value={shareOf(seen)} tone={isWeak ? 'attention' : 'normal'} />
      {/* Refused as too short, the field says so itself. */}
      <p className={isShort ? 'in-data-invalid:hidden' : undefined}>{sentence(seen)}</p>
    </div>
  )
}

const isKnown = (estimate: Estimated): estimate is Exclude<Estimated, null | 'unknown'> =>
  estimate !== null && estimate !== 'unknown'

function shareOf({ length, estimate }: Pick<Props, 'length' | 'estimate'>): number {
  if (length === 0 || estimate === null) return 0
  return Math.min(1, isKnown(estimate) ? estimate.guessesLog10 / STRONG_LOG10 : length / ADVISED_CHARACTERS)
}

function sentence({ length, estimate, min, advice }: Omit<Props, 'box'>): string {
  const text = m.account.strength
  if (length === 0) return text.start(min, ADVISED_CHARACTERS)
  if (length < min) return `${text.short(min - length)} ${advice}`
  if (estimate === null) return text.checking
  if (estimate === 'unknown') return text.unknown
  const strength = strengthOf(estimate)
  return strength === 'weak' ? `${text.weak[estimate.weakness]} ${advice}` : text[strength]
}
