import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { DeletedVersion, EarlierState } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { useSpace } from '../../spaces/space-scope.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** One line of the list: a file or folder as it was, or the deleted versions of a file. */
export type PutBackLine =
  | { key: string; name: string; state: EarlierState }
  | { key: string; name: string; versions: readonly DeletedVersion[] }

export const SPANS = { hour: 1 / 24, day: 1, three: 3, week: LIMITS.earlierStateDays, month: LIMITS.trashDays } as const
export type Span = keyof typeof SPANS
const DAY_MS = 86_400_000

/** What was kept of all of a space since then, or of some of its files and folders, checked by the worker. */
export function useEarlier(ids: readonly string[] | null, span: Span) {
  const { putBack } = useVault()
  const { id: spaceId } = useSpace()
  const [checked, setChecked] = useState({ done: 0, count: 0 })
  // Of the moment when the list was read: what is put back is found again by it.
  const since = useRef<Date>(null)
  const list = useQuery({
    queryKey: ['put-back', spaceId, ids, span],
    queryFn: async () => {
      const moment = new Date(Date.now() - SPANS[span] * DAY_MS)
      since.current = moment
      setChecked({ done: 0, count: 0 })
      const asked = { since: moment, spaceId, ids }
      const [states, versions] = await Promise.all([
        putBack.list(asked, (done, count) => setChecked({ done, count })),
        putBack.versions(asked),
      ])
      return { lines: linesOf(states.offered, versions.offered), refused: states.refused + versions.refused }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return { list, checked, since }
}

function linesOf(states: readonly EarlierState[], versions: readonly DeletedVersion[]): PutBackLine[] {
  const byFile = Map.groupBy(versions, ({ file }) => file.id)
  return [
    ...states.map((state) => ({ key: state.id, name: state.before.name, state })),
    ...[...byFile].map(([id, deleted]) => ({ key: `versions ${id}`, name: deleted[0]?.name ?? '', versions: deleted })),
  ]
}

export type PutBackOutcome = { done: number; failed: { name: string; reason: string }[]; untried: number }
type Running = { done: number; count: number }

/** Puts lines back one after the other, folders first; it can be stopped between two. */
export function useRun() {
  const { putBack } = useVault()
  const queries = useQueryClient()
  const [running, setRunning] = useState<Running | null>(null)
  const [outcome, setOutcome] = useState<PutBackOutcome | null>(null)
  const isStopped = useRef(false)
  const run = async (lines: readonly PutBackLine[], since: Date) => {
    const inOrder = lines.toSorted((one, other) => Number(isFolder(other)) - Number(isFolder(one)))
    const failed: PutBackOutcome['failed'] = []
    let tried = 0
    isStopped.current = false
    for (const line of inOrder) {
      if (isStopped.current) break
      setRunning({ done: tried, count: lines.length })
      try {
        await ('state' in line
          ? putBack.putBack(line.state, since)
          : putBack.putBackVersions(line.key.slice('versions '.length)))
      } catch (error) {
        failed.push({ name: line.name, reason: sentenceFor(error) })
      }
      tried += 1
    }
    setRunning(null)
    setOutcome({ done: tried - failed.length, failed, untried: lines.length - tried })
    for (const key of ['files', 'folders', 'details']) void queries.invalidateQueries({ queryKey: [key] })
  }
  return { running, outcome, run, stop: () => (isStopped.current = true) }
}

const isFolder = (line: PutBackLine): boolean => 'state' in line && line.state.kind === 'folder'
