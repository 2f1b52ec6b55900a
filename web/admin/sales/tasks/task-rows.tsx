import type { OpenTask, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { TextButton } from '#web/ui/layout/text.tsx'
import { PlainRows } from '#web/ui/list/plain-rows.tsx'
import { personName } from '../sales-words.ts'
import { DueMark } from './due-mark.tsx'
import { useTaskDone } from './use-task-done.ts'

const words = text.tasks

type Props = { label: string; tasks: readonly OpenTask[]; pipeline: Pipeline; onOpen: (dealId: string) => void }

/** Open tasks of several deals, each with its deal. */
export function TaskRows({ label, tasks, pipeline, onOpen }: Props) {
  const setDone = useTaskDone()
  return (
    <PlainRows label={label}>
      {tasks.map((task) => (
        <li key={task.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
          <BareCheckbox label={words.done(task.title)} checked={false} onCheckedChange={() => setDone(task, true)} />
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {task.title}
            <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-2">
              <DueMark due={task.due_on} isOverdue={task.is_overdue} />
              {task.doer_id && personName(pipeline, task.doer_id)}
            </span>
          </span>
          <TextButton className="text-left wrap-anywhere" onClick={() => onOpen(task.deal_id)}>
            {task.deal}
          </TextButton>
        </li>
      ))}
    </PlainRows>
  )
}
