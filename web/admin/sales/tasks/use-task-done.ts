import type { DealTask } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { SALES_KEY } from '../sales.queries.ts'

type Task = Pick<DealTask, 'id' | 'title' | 'due_on' | 'doer_id'>

/** Notes that a task is done, or open again. */
export function useTaskDone(): (task: Task, isDone: boolean) => void {
  const { sales } = useVault()
  const change = useAction(
    async ({ task: { id, title, due_on, doer_id }, isDone }: { task: Task; isDone: boolean }) => {
      await sales.changeTask(id, { title, due_on, doer_id, is_done: isDone })
      return isDone
    },
    {
      done: (isDone) => (isDone ? text.tasks.isDone : text.tasks.reopened),
      failed: text.failedChange,
      keys: [SALES_KEY],
    },
  )
  return (task, isDone) => change.mutate({ task, isDone })
}
