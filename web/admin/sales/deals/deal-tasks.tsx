import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import { useNow } from '#web/lib/clock.ts'
import type { DealTask, Pipeline, TaskFields } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Span } from '#web/ui/layout/text.tsx'
import { More } from '#web/ui/list/more.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { SALES_KEY } from '../sales.queries.ts'
import { peopleOptions, personName, today } from '../sales-words.ts'
import { DueMark } from '../tasks/due-mark.tsx'
import { useTaskDone } from '../tasks/use-task-done.ts'

const words = text.tasks

type Props = { dealId: string; tasks: readonly DealTask[]; pipeline: Pipeline }

/** What is to be done for a deal, and what was done. */
export function DealTasks({ dealId, tasks, pipeline }: Props) {
  const { sales } = useVault()
  const now = useNow()
  const setDone = useTaskDone()
  const remove = useAction((id: string) => sales.removeTask(id), {
    done: words.removed,
    failed: text.failedChange,
    keys: [SALES_KEY],
  })
  return (
    <section aria-label={words.title} className="flex flex-col gap-2">
      <Heading look="small">{words.title}</Heading>
      {tasks.length > 0 && (
        <RowList label={words.title}>
          {tasks.map((task) => (
            <li key={task.id} className="flex items-center gap-2.5 py-2 text-sm">
              <BareCheckbox
                label={words.done(task.title)}
                checked={task.done_at !== null}
                onCheckedChange={(isDone) => setDone(task, isDone)}
              />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className={task.done_at === null ? '' : 'text-ink-3 line-through'}>{task.title}</span>
                <Span tone="hint" size="xs" className="flex flex-wrap items-center gap-x-2">
                  {task.done_at === null && (
                    <DueMark due={task.due_on} isOverdue={task.due_on !== null && task.due_on < today(now)} />
                  )}
                  {task.doer_id && personName(pipeline, task.doer_id)}
                </Span>
              </span>
              <IconButton
                label={words.remove(task.title)}
                size="sm"
                tone="danger"
                onClick={() => remove.mutate(task.id)}
              >
                <Trash2 size={15} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </RowList>
      )}
      <More title={words.add}>
        <TaskForm dealId={dealId} pipeline={pipeline} />
      </More>
    </section>
  )
}

function TaskForm({ dealId, pipeline }: { dealId: string; pipeline: Pipeline }) {
  const { sales } = useVault()
  const [doer, setDoer] = useState('')
  // A new form after each task.
  const [nth, setNth] = useState(0)
  const add = useAction((fields: TaskFields) => sales.addTask(dealId, fields), {
    done: words.added,
    failed: text.failedChange,
    keys: [SALES_KEY],
    onDone: () => setNth(nth + 1),
  })
  return (
    <Form
      key={nth}
      onSubmit={({ what = '', due = '' }) =>
        what.trim() !== '' && add.mutate({ title: what.trim(), due_on: due || null, doer_id: doer || null })
      }
    >
      <TextField name="what" label={words.what} maxLength={DEAL_LIMITS.taskCharacters} autoComplete="off" />
      <TextField name="due" type="date" label={words.due} min="2000-01-01" max="2199-12-31" isOptional />
      <SelectField
        isInForm
        label={words.doer}
        value={doer}
        onChange={setDoer}
        options={peopleOptions(pipeline, null)}
      />
      <Button type="submit" variant="outline" isBusy={add.isPending} className="self-start">
        {words.add}
      </Button>
    </Form>
  )
}
