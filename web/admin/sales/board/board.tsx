import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { Board as Loaded, Deal, DealRules, Pipeline, Stage } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { dropTarget } from '#web/ui/form/drag-and-drop.ts'
import { stageName } from '../sales-words.ts'
import { BoardColumn } from './board-column.tsx'
import { CARD } from './deal-card.tsx'
import { LostDialog } from './lost-dialog.tsx'
import { useMoveDeal } from './use-move-deal.ts'

const words = text.board

type Props = { board: Loaded; pipeline: Pipeline; rules: DealRules; onOpen: (id: string) => void }

/** Stages side by side with their deals; on a phone one stage, and the others above it. */
export function Board({ board, pipeline, rules, onOpen }: Props) {
  const move = useMoveDeal(rules)
  const [lost, setLost] = useState<{ deal: Deal; stageId: string; isByKey: boolean } | null>(null)
  const stages = pipeline.stages.filter(({ id }) => rules.stage === undefined || id === rules.stage)
  const [chosen, setChosen] = useState(() => firstWithDeals(stages, board))
  const shown = stages.some(({ id }) => id === chosen) ? chosen : firstWithDeals(stages, board)
  const keepFocus = useFocusOfMoved()
  const moveTo = (deal: Deal, stageId: string, isByKey: boolean, reason: string | null) => {
    if (isByKey) keepFocus(deal.id)
    const from = pipeline.stages.find(({ id }) => id === deal.stage_id)
    const to = pipeline.stages.find(({ id }) => id === stageId)
    if (from && to) move({ deal, from, to, reason })
  }
  const onMove = (deal: Deal, stageId: string, isByKey: boolean) => {
    if (stageId === deal.stage_id) return
    if (pipeline.stages.find(({ id }) => id === stageId)?.kind === 'lost') setLost({ deal, stageId, isByKey })
    else moveTo(deal, stageId, isByKey, null)
  }
  return (
    <>
      <StageChooser stages={stages} board={board} shown={shown} onChoose={setChosen} />
      <Text tone="soft" size="xs" className="max-md:hidden">
        {words.dragHint}
      </Text>
      <section
        data-board
        aria-label={words.label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="flex items-stretch gap-2 md:overflow-x-auto md:pb-2"
      >
        {stages.map((stage) => (
          <BoardColumn
            key={stage.id}
            stage={stage}
            column={board.columns.find(({ stage_id }) => stage_id === stage.id)}
            pipeline={pipeline}
            rules={rules}
            isShown={stage.id === shown}
            onOpen={({ id }) => onOpen(id)}
            onMove={onMove}
          />
        ))}
      </section>
      <LostDialog
        deal={lost?.deal ?? null}
        onClose={() => setLost(null)}
        onReason={(reason) => lost && moveTo(lost.deal, lost.stageId, lost.isByKey, reason)}
      />
    </>
  )
}

const firstWithDeals = (stages: readonly Stage[], board: Loaded): string =>
  (stages.find(({ id }) => board.columns.some(({ stage_id, count }) => stage_id === id && count > 0)) ?? stages[0])
    ?.id ?? ''

type ChooserProps = { stages: readonly Stage[]; board: Loaded; shown: string; onChoose: (id: string) => void }

/** On a phone: which stage is shown. A card can be dragged onto another one. */
function StageChooser({ stages, board, shown, onChoose }: ChooserProps) {
  return (
    <fieldset aria-label={words.chooser} className="m-0 grid grid-cols-3 gap-1.5 border-0 p-0 md:hidden">
      {stages.map((stage) => (
        <button
          key={stage.id}
          type="button"
          aria-pressed={stage.id === shown}
          onClick={() => onChoose(stage.id)}
          {...dropTarget(stage.id)}
          className={clsx(
            'flex min-h-11 min-w-0 cursor-pointer items-center justify-center gap-1 rounded-md border px-1.5 text-xs font-semibold data-drop-over:outline-2 data-drop-over:outline-brand',
            stage.id === shown ? 'border-brand bg-brand-tint text-brand' : 'border-control bg-surface text-ink-2',
          )}
        >
          <span className="truncate">{stageName(stage)}</span>
          <span className="tabular-nums">
            {board.columns.find(({ stage_id }) => stage_id === stage.id)?.count ?? 0}
          </span>
        </button>
      ))}
    </fieldset>
  )
}

/** A card that is moved by keys is drawn elsewhere, and gets the focus there. */
function useFocusOfMoved(): (id: string) => void {
  const moved = useRef<string | null>(null)
  useEffect(() => {
    const id = moved.current
    if (id === null) return
    // After the menu, which gives the focus back to a button that is gone.
    const timer = setTimeout(() => {
      const button = document.querySelector<HTMLElement>(`[${CARD}="${id}"] button`)
      if (!button) return
      moved.current = null
      button.focus()
    }, 150)
    return () => clearTimeout(timer)
  })
  return (id) => {
    moved.current = id
  }
}
