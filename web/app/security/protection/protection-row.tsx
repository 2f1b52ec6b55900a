import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { type StateOfRow, StateRow } from '#web/ui/list/state-list.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { type ScoreReason, scoreOf } from '../security-score.ts'
import { securityFactsQuery } from '../security.queries.ts'

type State = keyof typeof m.security.states
const LOOK: Record<State, StateOfRow> = {
  on: 'good',
  fine: 'good',
  off: 'off',
  lacking: 'lacking',
  attention: 'attention',
  none: 'none',
}

/** What a row shows once it is known. */
export type Seen = {
  state: State
  /** Instead of the lead. */
  text?: string
  fact?: ReactNode
  items?: ReactNode
  more?: ReactNode
  /** What is wrong is no part of the score, so full points beside it would contradict it. */
  hidesPoints?: boolean
}

type Props<T> = {
  name: string
  lead: string
  query: UseQueryResult<T>
  /** The check of the score that this row is about. */
  check?: ScoreReason
  action?: ReactNode
  children: (data: T) => Seen
}

/** One way into the account, or one check of it: how it is, what it counts, and what can be done about it. */
export function ProtectionRow<T>({ name, lead, query, check, action, children }: Props<T>) {
  const note = usePoints(check)
  const { data: facts } = useQuery(securityFactsQuery(useVault().security))
  const seen = query.data === undefined ? undefined : children(query.data)
  // A check is not in order before its facts are there.
  const shown = check && !facts ? undefined : seen
  return (
    <StateRow
      name={name}
      state={shown && { is: LOOK[shown.state], word: m.security.states[shown.state] }}
      note={seen?.hidesPoints ? undefined : note}
      fact={seen?.fact}
      action={action}
      items={seen?.items}
      more={seen ? seen.more : query.error && <NotLoaded query={query} />}
    >
      {seen?.text ?? lead}
    </StateRow>
  )
}

function NotLoaded<T>({ query: { error, isFetching, refetch } }: { query: UseQueryResult<T> }) {
  return (
    <Notice
      tone="error"
      action={
        <Button variant="outline" isBusy={isFetching} onClick={() => void refetch()}>
          {m.security.retry}
        </Button>
      }
    >
      {m.files.because(m.protection.failed, sentenceFor(error))}
    </Notice>
  )
}

function usePoints(reason: ScoreReason | undefined): string | undefined {
  const now = useNow()
  const { data } = useQuery(securityFactsQuery(useVault().security))
  const check = data && scoreOf(data, now).checks.find((one) => one.reason === reason)
  return check && m.security.score.points(check.isPassed ? check.points : 0, check.points)
}
