import { OtherKeysStrip } from '../ledger/listed-keys.tsx'
import { StaleKeyringStrip } from './stale-keyring-strip.tsx'

/** What there is to say about the keys of the person who is here. */
export function KeyStrips() {
  return (
    <>
      <StaleKeyringStrip />
      <OtherKeysStrip />
    </>
  )
}
