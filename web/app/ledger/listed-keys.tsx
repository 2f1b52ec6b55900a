import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { CheckedKeys, LogProblem } from '#web/lib/remote/vault-client.ts'
import { ledger } from '#web/messages/ledger.ts'
import { Notice, Strip } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { AcceptLog } from './accept-log.tsx'
import { keysOfQuery, ownKeysQuery } from './ledger.queries.ts'

/** What the public log says of somebody's keys, and whether that is as it should be; undefined while it is read. */
export type KeysSaid = { readonly isFine: boolean; readonly text: string; readonly refused?: LogProblem | 'another' }

const { keys: words } = ledger

export function useOwnListedKeys(): KeysSaid | undefined {
  const account = useAccountState()
  const userId = account.kind === 'open' ? account.userId : ''
  return say(useQuery({ ...ownKeysQuery(useVault().ledger, userId), enabled: userId !== '' }), words.own)
}

/** While the public log is not the one that this browser knew: what a person presses who asked why. */
export function AcceptPublicLog({ problem }: { problem: LogProblem | 'another' }) {
  const vault = useVault()
  return (
    <div className="flex">
      <AcceptLog words={ledger.accept} onAccept={() => vault.ledger.acceptPublic(problem)} looksAgain="listed-keys" />
    </div>
  )
}

/** Across every page while the log lists keys in one's name that are not one's own. */
export function OtherKeysStrip() {
  const account = useAccountState()
  const userId = account.kind === 'open' ? account.userId : ''
  const { data } = useQuery({ ...ownKeysQuery(useVault().ledger, userId), enabled: userId !== '' })
  if (data?.listing !== 'other_keys' && data?.listing !== 'replaced') return null
  return (
    <Strip Icon={ShieldAlert}>
      <span className="min-w-0">{words.own[data.listing]}</span>
    </Strip>
  )
}

/** Below the keys of a colleague. */
export function ListedKeysOf({ email }: { email: string }) {
  const said = say(useQuery(keysOfQuery(useVault().ledger, email)), words.theirs)
  if (!said) return <Text tone="hint">{words.checking}</Text>
  return said.isFine ? <Text tone="soft">{said.text}</Text> : <Notice tone="attention">{said.text}</Notice>
}

type Words = Record<NonNullable<CheckedKeys['listing']>, string>

function say({ data, isError }: UseQueryResult<CheckedKeys>, texts: Words): KeysSaid | undefined {
  if (!data) return isError ? { isFine: false, text: words.notAsked } : undefined
  if ('problem' in data.log) {
    const { problem: refused } = data.log
    return { isFine: false, text: `${ledger.problems[refused]}. ${ledger.ask}`, refused }
  }
  if (data.log.isAnother) return { isFine: false, text: ledger.build.another, refused: 'another' }
  const { listing = 'unproved' } = data
  // A log that is shown to one person alone may list anything.
  if (data.log.witnesses.state === 'late') {
    return { isFine: false, text: `${texts[listing]} ${ledger.witness.late}. ${ledger.witness.lateText}` }
  }
  return { isFine: listing === 'listed' || listing === 'not_listed', text: texts[listing] }
}
