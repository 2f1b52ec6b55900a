import { clsx } from 'clsx'
import { ArrowRightLeft, GripVertical } from 'lucide-react'
import { useRef } from 'react'
import { useNow } from '#web/lib/clock.ts'
import type { Deal, Pipeline, Stage } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { dayOf, money, personName, stageName, today } from '../sales-words.ts'
import { beginCardDrag } from './card-drag.ts'

const words = text.board

/** How a deal is found on the board: by what moves it, and to give it the focus again. */
export const CARD = 'data-deal-card'

export type CardActs = {
  onOpen: (deal: Deal) => void
  /** `isByKey`: the card keeps the focus where it goes. */
  onMove: (deal: Deal, stageId: string, isByKey: boolean) => void
}

type Props = CardActs & { deal: Deal; pipeline: Pipeline }

/** A deal on the board. A mouse drags it anywhere, a finger by its grip, so that it can still scroll; the menu does the same for keys. */
export function DealCard({ deal, pipeline, onOpen, onMove }: Props) {
  const card = useRef<HTMLLIElement>(null)
  const drag = (press: React.PointerEvent, isGrip: boolean) => {
    if (!card.current || press.button !== 0 || !press.isPrimary || (press.pointerType !== 'mouse' && !isGrip)) return
    const board = card.current.closest<HTMLElement>('[data-board]')
    beginCardDrag(press.nativeEvent, {
      card: card.current,
      board,
      onDrop: (stageId) => onMove(deal, stageId, false),
    })
  }
  return (
    <li
      ref={card}
      {...{ [CARD]: deal.id }}
      onPointerDown={(press) =>
        drag(press, press.target instanceof Element && press.target.closest('[data-grip]') !== null)
      }
      className="relative rounded-md border border-line bg-surface p-2.5 text-sm select-none data-dragged:pointer-events-none data-dragged:z-20 data-dragged:rotate-1 data-dragged:cursor-grabbing data-dragged:shadow-lift"
    >
      <div className="flex items-start gap-1">
        <span
          data-grip
          aria-hidden="true"
          className="-ml-1 cursor-grab touch-none py-0.5 text-ink-3 pointer-coarse:p-2.5"
        >
          <GripVertical size={16} />
        </span>
        <button
          type="button"
          aria-label={words.open(deal.title)}
          onClick={() => onOpen(deal)}
          className="min-w-0 flex-1 cursor-pointer rounded-sm text-left font-semibold wrap-anywhere hover:underline pointer-coarse:min-h-11"
        >
          {deal.title}
        </button>
        <MoveMenu deal={deal} stages={pipeline.stages} onMove={onMove} />
      </div>
      <CardFacts deal={deal} pipeline={pipeline} />
    </li>
  )
}

function CardFacts({ deal, pipeline }: Pick<Props, 'deal' | 'pipeline'>) {
  const now = useNow()
  const who = [deal.contact_company, deal.contact_name].filter(Boolean).join(' · ')
  const isLate = deal.score !== null && deal.closes_on !== null && deal.closes_on < today(now)
  return (
    <>
      {who && (
        <Span tone="soft" size="xs" className="mt-0.5 block wrap-anywhere">
          {who}
        </Span>
      )}
      <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2 tabular-nums">
        <span className={clsx(deal.amount_minor !== null && 'font-semibold text-ink')}>
          {deal.amount_minor === null ? words.noAmount : money(deal.amount_minor, pipeline.settings.currency)}
        </span>
        {deal.score && <Badge>{words.score(deal.score.points)}</Badge>}
        {deal.closes_on && (
          <span className={clsx(isLate && 'text-copper')}>
            {isLate ? words.late(dayOf(deal.closes_on)) : words.closes(dayOf(deal.closes_on))}
          </span>
        )}
        {deal.owner_id && <span className="truncate">{personName(pipeline, deal.owner_id)}</span>}
      </span>
    </>
  )
}

type MoveProps = { deal: Deal; stages: readonly Stage[]; onMove: CardActs['onMove'] }

function MoveMenu({ deal, stages, onMove }: MoveProps) {
  return (
    <Menu
      trigger={
        <IconButton
          label={words.move(deal.title)}
          size="sm"
          tone="quiet"
          onPointerDown={(press) => press.stopPropagation()}
        >
          <ArrowRightLeft size={15} aria-hidden="true" />
        </IconButton>
      }
    >
      {stages
        .filter(({ id }) => id !== deal.stage_id)
        .map((stage) => (
          <MenuItem key={stage.id} onClick={() => onMove(deal, stage.id, true)}>
            {words.moveTo(stageName(stage))}
          </MenuItem>
        ))}
    </Menu>
  )
}
