import type { Board, Deal } from '#web/lib/remote/vault-client.ts'

/** The board with a deal in another stage, before the server said so: at the top there, with the version that it will have. */
export function withMoved(board: Board, deal: Deal, stageId: string, reason: string | null): Board {
  const moved = { ...deal, stage_id: stageId, lost_reason: reason, version: deal.version + 1 }
  const amount = deal.amount_minor ?? 0
  const left = board.columns.map((column) =>
    column.stage_id === deal.stage_id
      ? {
          ...column,
          count: column.count - 1,
          amount_minor: column.amount_minor - amount,
          deals: column.deals.filter(({ id }) => id !== deal.id),
        }
      : column,
  )
  const empty = { stage_id: stageId, count: 0, amount_minor: 0, deals: [], after: null }
  const known = left.some(({ stage_id }) => stage_id === stageId) ? left : [...left, empty]
  return {
    columns: known.map((column) =>
      column.stage_id === stageId
        ? {
            ...column,
            count: column.count + 1,
            amount_minor: column.amount_minor + amount,
            deals: [moved, ...column.deals],
          }
        : column,
    ),
  }
}
