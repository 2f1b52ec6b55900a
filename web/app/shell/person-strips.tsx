import { OtherKeysStrip } from '../ledger/listed-keys.tsx'
import { BrokenPromisesStrip } from '../ledger/receipts.tsx'
import { useKeyWaits } from '../ledger/use-key-waits.ts'
import { LeavingStrip } from '../organisation/leaving-strip.tsx'
import { OwnInvitationStrip } from '../organisation/own-invitation-strip.tsx'
import { RequiredFactorStrip } from '../security/required-factor-strip.tsx'
import { ShortPasswordStrip } from '../security/short-password-strip.tsx'
import { NoCodesStrip } from '../security/no-codes-strip.tsx'
import { PauseStrip } from '../threats/own/pause.tsx'
import { StaleKeyringStrip } from './stale-keyring-strip.tsx'

/** What there is to say to the person who is here: of their keys, and of an invitation. */
export function PersonStrips() {
  useKeyWaits()
  return (
    <>
      <LeavingStrip />
      <PauseStrip />
      <StaleKeyringStrip />
      <OtherKeysStrip />
      <BrokenPromisesStrip />
      <RequiredFactorStrip />
      <ShortPasswordStrip />
      <NoCodesStrip />
      <OwnInvitationStrip />
    </>
  )
}
