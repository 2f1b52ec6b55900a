import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { AcceptPublicLog, useOwnListedKeys } from '../../ledger/listed-keys.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { securityFactsQuery } from '../security.queries.ts'
import { ProtectionRow } from './protection-row.tsx'

const words = m.security.score.reasons.keys

/** Whether the keys of the vault were made in a browser of its owner, and the public log lists no others in their name. */
export function KeysRow() {
  const facts = useQuery(securityFactsQuery(useVault().security))
  const listed = useOwnListedKeys()
  return (
    <ProtectionRow name={words.name} lead={words.good} query={facts} check="keys">
      {({ hasVault }) => {
        if (!hasVault) return { state: 'attention', text: words.bad }
        if (!listed) return { state: 'fine' }
        return listed.isFine
          ? { state: 'fine', text: `${words.good} ${listed.text}` }
          : {
              state: 'attention',
              text: listed.text,
              hidesPoints: true,
              more: listed.refused && <AcceptPublicLog problem={listed.refused} />,
            }
      }}
    </ProtectionRow>
  )
}
