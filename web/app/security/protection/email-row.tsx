import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { useAccountState, useVault } from '../../vault-context.ts'
import { securityFactsQuery } from '../security.queries.ts'
import { ProtectionRow } from './protection-row.tsx'

const words = m.security.score.reasons.email

/** The address that warnings and recovery links go to. */
export function EmailRow() {
  const facts = useQuery(securityFactsQuery(useVault().security))
  const state = useAccountState()
  const email = state.kind === 'open' ? state.email : undefined
  return (
    <ProtectionRow name={words.name} lead={words.good} query={facts} check="email">
      {({ isEmailConfirmed }) => ({
        ...(isEmailConfirmed ? { state: 'fine' } : { state: 'attention', text: words.bad }),
        fact: email,
      })}
    </ProtectionRow>
  )
}
