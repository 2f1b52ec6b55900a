import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Board, Deal, DealRules, Stage } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { toastDone, toastError, toastUndo } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { boardKey, SALES_KEY } from '../sales.queries.ts'
import { stageName } from '../sales-words.ts'
import { withMoved } from './board-moves.ts'

const words = text.board

type Move = {
  deal: Deal
  from: Stage
  to: Stage
  /** Why it was lost. */
  reason: string | null
  /** Takes an earlier one back. */
  isUndo?: boolean
}

/** Moves deals: seen at once, stored one after the other, taken back where the server refuses or the person changes their mind. */
export function useMoveDeal(rules: DealRules): (move: Move) => void {
  const queries = useQueryClient()
  const { sales } = useVault()
  const queryKey = boardKey(rules)
  const { mutate } = useMutation({
    // The second move of a deal is about the version that the first one makes.
    scope: { id: 'sales-moves' },
    mutationFn: ({ deal, to, reason }: Move) => sales.move(deal.id, { stageId: to.id, reason, version: deal.version }),
    onMutate: async ({ deal, to, reason }) => {
      await queries.cancelQueries({ queryKey })
      const former = queries.getQueryData<Board>(queryKey)
      if (former) queries.setQueryData<Board>(queryKey, withMoved(former, deal, to.id, reason))
      return { former }
    },
    onError: (error, _move, context) => {
      if (context?.former) queries.setQueryData(queryKey, context.former)
      toastError(words.moveFailed, sentenceFor(error))
    },
    onSuccess: (version, { deal, from, to, reason, isUndo = false }) => {
      if (isUndo) return toastDone(words.movedBack(stageName(to)), deal.title)
      const moved = { ...deal, stage_id: to.id, lost_reason: reason, version }
      toastUndo(words.moved(stageName(to)), {
        description: deal.title,
        onUndo: () => mutate({ deal: moved, from: to, to: from, reason: deal.lost_reason, isUndo: true }),
      })
      return undefined
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [SALES_KEY] }),
  })
  return mutate
}
