import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { Board, DealRules, Pipeline, Stage } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { dropTarget } from '#web/ui/form/drag-and-drop.ts'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { boardKey } from '../sales.queries.ts'
import { money, stageName } from '../sales-words.ts'
import { type CardActs, DealCard } from './deal-card.tsx'

const words = text.board

type Column = Board['columns'][number]
type Props = CardActs & {
  stage: Stage
  column: Column | undefined
  pipeline: Pipeline
  rules: DealRules
  /** On a phone one stage is shown at a time. */
  isShown: boolean
}

/** The deals of one stage, those that came into it last on top. */
export function BoardColumn({ stage, column, pipeline, rules, isShown, ...acts }: Props) {
  const name = stageName(stage)
  const count = column?.count ?? 0
  return (
    <section
      aria-label={words.column(name, count)}
      {...dropTarget(stage.id)}
      className={clsx(
        'flex min-w-44 flex-1 basis-0 flex-col gap-2 rounded-lg bg-sunken p-2 data-drop-over:outline-2 data-drop-over:outline-brand',
        !isShown && 'max-md:hidden',
      )}
    >
      <div className="px-1">
        <Heading as="h3" look="small" className="flex items-baseline gap-2">
          <span className="min-w-0 truncate">{name}</span>
          <Span tone="soft" size="xs" className="ml-auto font-normal whitespace-nowrap tabular-nums">
            {words.probability(stage.probability)}
          </Span>
        </Heading>
        <Text tone="soft" size="xs" className="tabular-nums">
          {text.deals(count)}
          {count > 0 && ` · ${money(column?.amount_minor ?? 0, pipeline.settings.currency)}`}
        </Text>
      </div>
      {count === 0 ? (
        <Text tone="soft" size="xs" className="px-1 py-4">
          {words.empty}
        </Text>
      ) : (
        <ul className="flex flex-col gap-2">
          {column?.deals.map((deal) => (
            <DealCard key={deal.id} deal={deal} pipeline={pipeline} {...acts} />
          ))}
        </ul>
      )}
      {column?.after && <FurtherDeals column={column} after={column.after} rules={rules} />}
    </section>
  )
}

function FurtherDeals({ column, after, rules }: { column: Column; after: string; rules: DealRules }) {
  const queries = useQueryClient()
  const { sales } = useVault()
  const further = useMutation({
    mutationFn: () => sales.more({ ...rules, stage: column.stage_id, after }),
    onSuccess: (page) =>
      queries.setQueryData<Board>(boardKey(rules), (board) => board && withFurther(board, column.stage_id, page)),
    onError: (error) => toastError(text.failed, sentenceFor(error)),
  })
  return (
    <Button variant="outline" size="sm" isBusy={further.isPending} onClick={() => further.mutate()}>
      {words.more}
    </Button>
  )
}

function withFurther(board: Board, stageId: string, page: Pick<Column, 'deals' | 'after'>): Board {
  return {
    columns: board.columns.map((column) =>
      column.stage_id === stageId ? { ...column, deals: [...column.deals, ...page.deals], after: page.after } : column,
    ),
  }
}
