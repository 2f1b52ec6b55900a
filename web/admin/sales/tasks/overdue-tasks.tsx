import { useQuery } from '@tanstack/react-query'
import type { Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { tasksQuery } from '../sales.queries.ts'
import { TaskRows } from './task-rows.tsx'

const words = text.board
const SHOWN = 3

/** Above the board, while something is overdue: the oldest of it. */
export function OverdueTasks({ pipeline, onOpen }: { pipeline: Pipeline; onOpen: (id: string) => void }) {
  const { data = [] } = useQuery(tasksQuery(useVault().sales))
  const overdue = data.filter((task) => task.is_overdue)
  if (overdue.length === 0) return null
  const further = overdue.length - SHOWN
  return (
    <CardSection aria-label={words.overdue} className="pt-3">
      <Heading look="small" className="px-4 pb-2">
        {words.overdue}
      </Heading>
      <TaskRows label={words.overdue} tasks={overdue.slice(0, SHOWN)} pipeline={pipeline} onOpen={onOpen} />
      {further > 0 && (
        <Text tone="soft" size="xs" className="border-t border-line px-4 py-2">
          {words.overdueMore(further)}
        </Text>
      )}
    </CardSection>
  )
}
