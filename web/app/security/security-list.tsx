import type { ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { StateList } from '#web/ui/list/state-list.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { AppCodeRow } from './app-code-row.tsx'
import { EmailRow } from './protection/email-row.tsx'
import { FactorRow } from './protection/factor-row.tsx'
import { KeysRow } from './protection/keys-row.tsx'
import { PasskeysRow } from './protection/passkeys/passkeys-row.tsx'
import { PasswordRow } from './protection/password-row.tsx'
import { PhoneRow } from './protection/phone-row.tsx'
import { RecoveryAgreementRow } from './protection/recovery/recovery-agreement-row.tsx'
import { RecoveryKitRow } from './protection/recovery/recovery-kit-row.tsx'
import { StayRow } from './protection/stay-row.tsx'
import { SessionsRow } from './sessions-row.tsx'

/** Every check and every protection in one list: how it is, what it counts, and what can be done about it. */
export function SecurityList() {
  return (
    <List>
      <KeysRow />
      <PasswordRow />
      <FactorRow />
      <RecoveryKitRow />
      <EmailRow />
      <PasskeysRow />
      <PhoneRow />
      <StayRow />
      <RecoveryAgreementRow />
      <SessionsRow />
      <AppCodeRow />
    </List>
  )
}

/** The rows that people look for in the settings. */
export function ShortSecurityList() {
  return (
    <List>
      <PasswordRow />
      <FactorRow />
      <EmailRow />
      <StayRow />
    </List>
  )
}

function List({ children }: { children: ReactNode }) {
  return (
    <CardSection aria-label={m.security.checks}>
      <StateList label={m.security.checks}>{children}</StateList>
    </CardSection>
  )
}
