import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock, Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import type { Assignment } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { BackButton, DetailHead } from '#web/parts/frame/detail-page.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { formatDay } from '#web/parts/training/day.ts'
import { assignmentsQuery } from '#web/parts/training/training.queries.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { DueField } from './assign-form.tsx'
import { AssigneeList } from './assignee-list.tsx'
import { AssignmentMark } from './assignment-list.tsx'

const text = training.manage
const ROW_PX = 64

/** One assignment: who has done it, and what can be changed about it. */
export function OpenAssignment({ id, onBack }: { id: string; onBack: () => void }) {
  const list = useInfiniteQuery(assignmentsQuery(useVault().training))
  return (
    <>
      <BackButton label={text.back} onBack={onBack} />
      <QueryView
        query={{ ...list, data: list.data?.pages.flatMap(({ assignments }) => assignments) }}
        text={{ failed: text.failed, retry: training.retry }}
        skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
      >
        {(rows) => {
          const assignment = rows.find((row) => row.id === id)
          return assignment ? <AssignmentHead assignment={assignment} onGone={onBack} /> : null
        }}
      </QueryView>
      <AssigneeList id={id} />
    </>
  )
}

function AssignmentHead({ assignment, onGone }: { assignment: Assignment; onGone: () => void }) {
  const { title, due_on: due, people, done } = assignment
  return (
    <DetailHead
      title={title}
      state={<AssignmentMark assignment={assignment} />}
      facts={[
        assignment.is_for_everybody ? text.everybody : text.people(people),
        training.due(formatDay(due)),
        text.progress(done, people),
      ]}
      acts={<Acts assignment={assignment} onGone={onGone} />}
    />
  )
}

function Acts({ assignment: { id, due_on: due }, onGone }: { assignment: Assignment; onGone: () => void }) {
  const { training: client } = useVault()
  const [shown, setShown] = useState<'move' | 'remove' | null>(null)
  const close = () => setShown(null)
  const save = useTrainingWrite(() => client.export(id), { onDone: (csv) => void saveCsv('training.csv', csv) })
  const remove = useTrainingWrite(
    async () => {
      await client.remove(id)
      onGone()
    },
    { done: text.removed },
  )
  return (
    <>
      <Reached line="GET /training/v1/assignments/:id/export">
        <Button variant="outline" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
          <Download size={16} aria-hidden="true" />
          {text.export}
        </Button>
      </Reached>
      <Reached line="PUT /training/v1/assignments/:id">
        <Button variant="outline" onClick={() => setShown('move')}>
          <CalendarClock size={16} aria-hidden="true" />
          {text.move}
        </Button>
      </Reached>
      <Reached line="DELETE /training/v1/assignments/:id">
        <Button variant="outline" isBusy={remove.isPending} onClick={() => setShown('remove')}>
          <Trash2 size={16} aria-hidden="true" />
          {text.remove}
        </Button>
      </Reached>
      <Dialog isOpen={shown === 'move'} onClose={close} title={text.move}>
        <MoveForm id={id} due={due} onDone={close} />
      </Dialog>
      <AlertDialog
        isOpen={shown === 'remove'}
        title={text.ask}
        text={text.askText}
        confirmLabel={text.remove}
        cancelLabel={text.keep}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      />
    </>
  )
}

function MoveForm({ id, due, onDone }: { id: string; due: string; onDone: () => void }) {
  const { training: client } = useVault()
  const move = useTrainingWrite((day: string) => client.move(id, day), { done: text.moved, isQuiet: true, onDone })
  return (
    <Form onSubmit={({ due: day = '' }) => move.mutate(day)}>
      {move.error && <Notice tone="error">{sentenceFor(move.error)}</Notice>}
      <DueField value={due} />
      <Text tone="hint" size="xs">
        {text.moveNote}
      </Text>
      <Button type="submit" isBusy={move.isPending} className="self-start">
        {text.save}
      </Button>
    </Form>
  )
}
