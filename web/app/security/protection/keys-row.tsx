import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { useVault } from '../../vault-context.ts'
import { securityFactsQuery } from '../security.queries.ts'
import { ProtectionRow } from './protection-row.tsx'

const words = m.security.score.reasons.keys

/** Whether the keys of the vault were made in a browser of its owner. */
export function KeysRow() {
  const facts = useQuery(securityFactsQuery(useVault().security))
  return (
    <ProtectionRow name={words.name} lead={words.good} query={facts} check="keys">
      {({ hasVault }) => (hasVault ? { state: 'fine' } : { state: 'attention', text: words.bad })}
    </ProtectionRow>
  )
}
