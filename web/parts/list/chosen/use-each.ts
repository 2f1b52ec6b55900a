import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import type { Chosen } from './use-chosen.ts'

/** Outcome for rows that an act did not change. */
export type Failures = { all: number; rows: readonly { id: string; name: string; reason: string }[] }

type Says<Row> = {
  rowId: (row: Row) => string
  nameOf: (row: Row) => string
  done: (count: number) => string
  /** Of the queries that are read again. */
  keys: readonly string[]
}

/** One act for each chosen row, one after the other. What failed is named and stays chosen; where the person leaves a question, the rest waits. */
export function useEach<Row>(chosen: Chosen<Row>, { rowId, nameOf, done, keys }: Says<Row>) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  const [failures, setFailures] = useState<Failures | null>(null)
  const run = useMutation({
    mutationFn: async (act: (row: Row) => Promise<unknown>) => {
      const { rows } = chosen
      const failed: { row: Row; reason: string }[] = []
      setFailures(null)
      for (const [at, row] of rows.entries()) {
        setProgress({ done: at, all: rows.length })
        try {
          await act(row)
        } catch (error) {
          if (isQuestionLeft(error)) return { failed, all: at, left: rows.slice(at) }
          failed.push({ row, reason: sentenceFor(error) })
        }
      }
      return { failed, all: rows.length, left: [] }
    },
    onSuccess: ({ failed, all, left }) => {
      if (all > failed.length) toastDone(done(all - failed.length))
      const named = failed.map(({ row, reason }) => ({ id: rowId(row), name: nameOf(row), reason }))
      setFailures(failed.length === 0 ? null : { all, rows: named })
      chosen.keep([...failed.map(({ row }) => row), ...left])
    },
    onSettled: () => {
      setProgress(null)
      return Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
    },
  })
  return { run: run.mutate, isPending: run.isPending, progress, failures }
}
