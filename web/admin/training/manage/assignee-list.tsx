import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Assignee } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Avatar } from '#web/ui/feedback/avatar.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { formatDay, formatDayOf } from '#web/parts/training/day.ts'
import { assigneesQuery } from '#web/parts/training/training.queries.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { MoreRows } from './more-rows.tsx'

const text = training.manage
const ROW_PX = 64
const TONE = { done: 'brand', late: 'danger', open: 'plain' } as const

const labelOf = ({ name, email }: Assignee): string => name || email

/** Everybody who has to do it, by address. */
export function AssigneeList({ id }: { id: string }) {
  const { training: client } = useVault()
  const list = useInfiniteQuery({ ...assigneesQuery(client, id), refetchOnMount: 'always' })
  const [asked, setAsked] = useState<Assignee | null>(null)
  const withdraw = useTrainingWrite((completion: string) => client.withdraw(completion), { done: text.withdrawn })
  return (
    <section aria-label={text.results} className="flex flex-col gap-2.5">
      <Heading look="small">{text.results}</Heading>
      <Card>
        <QueryView
          query={{ ...list, data: list.data?.pages.flatMap(({ people }) => people) }}
          text={{ failed: text.resultsFailed, retry: training.retry }}
          skeleton={<SkeletonRows label={text.resultsLoading} rows={3} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {(people) => (
            <>
              {people.length === 0 && (
                <Text tone="soft" className="p-4">
                  {text.nobodyThere}
                </Text>
              )}
              <RowList label={text.results}>
                {people.map((person) => (
                  <AssigneeRow key={person.user_id} person={person} onWithdraw={setAsked} />
                ))}
              </RowList>
              <MoreRows list={list} />
            </>
          )}
        </QueryView>
      </Card>
      <AlertDialog
        isOpen={asked !== null}
        title={text.askWithdraw(asked ? labelOf(asked) : '')}
        text={text.askWithdrawText}
        confirmLabel={text.withdraw}
        cancelLabel={text.keep}
        onConfirm={() => asked?.completion_id && withdraw.mutate(asked.completion_id)}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

function AssigneeRow({ person, onWithdraw }: { person: Assignee; onWithdraw: (person: Assignee) => void }) {
  const { user_id: id, name, email, due_on: due, done_at: doneAt, is_late: isLate, correct, questions } = person
  const state = doneAt !== null ? 'done' : isLate ? 'late' : 'open'
  const result =
    doneAt === null ? training.due(formatDay(due)) : text.doneOn(formatDayOf(doneAt), correct ?? 0, questions ?? 0)
  return (
    <Row
      icon={<Avatar id={id} name={name} email={email} size="sm" />}
      title={labelOf(person)}
      badge={<Badge tone={TONE[state]}>{text.state[state]}</Badge>}
      detail={[...(name ? [email] : []), result].join(' · ')}
      actions={
        person.completion_id !== null && (
          <Reached line="POST /training/v1/completions/:id/withdrawal">
            <Button
              variant="ghost"
              size="sm"
              aria-label={text.withdrawOf(labelOf(person))}
              onClick={() => onWithdraw(person)}
            >
              {text.withdraw}
            </Button>
          </Reached>
        )
      }
    />
  )
}
