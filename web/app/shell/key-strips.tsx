import { OtherKeysStrip } from '../ledger/listed-keys.tsx'
import { useKeyWaits } from '../ledger/use-key-waits.ts'
import { StaleKeyringStrip } from './stale-keyring-strip.tsx'

/** What there is to say about the keys of the person who is here. */
export function KeyStrips() {
  useKeyWaits()
  return (
    <>
      <StaleKeyringStrip />
      <OtherKeysStrip />
    </>
  )
}
