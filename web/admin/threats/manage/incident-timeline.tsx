import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleDot, MessageSquare, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import type { IncidentNote } from '#web/lib/remote/vault-client.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Timeline, TimelineItem } from '#web/ui/list/timeline.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { notesQuery } from './manage.queries.ts'
import { ShowMore } from './show-more.tsx'
import { type NameOf, usePeopleNames } from './use-people.ts'
import { useThreatWrite } from './use-threat-write.ts'

const ROW_PX = 44
const text = threatsPage.incident

/** Who took an incident, what they set and wrote; and a note of one's own. */
export function IncidentTimeline({ id }: { id: string }) {
  const list = useInfiniteQuery(notesQuery(useVault().threats, id))
  const notes = list.data?.pages.flat()
  const nameOf = usePeopleNames((notes ?? []).flatMap(({ userId, assignedTo }) => [userId, assignedTo]))
  return (
    <section aria-label={text.timeline} className="flex flex-col gap-3">
      <Heading look="small">{text.timeline}</Heading>
      <NoteForm id={id} />
      <QueryView
        query={{ ...list, data: notes }}
        text={{ failed: text.timelineFailed, retry: threatsPage.retry }}
        skeleton={<SkeletonRows label={text.timelineLoading} rows={2} rowHeight={ROW_PX} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <Text tone="soft">{text.noTimeline}</Text>
          ) : (
            <>
              <Timeline label={text.timeline}>
                {rows.map((note) => (
                  <NoteRow key={note.id} note={note} nameOf={nameOf} />
                ))}
              </Timeline>
              <ShowMore list={list} />
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function NoteRow({ note, nameOf }: { note: IncidentNote; nameOf: NameOf }) {
  const at = new Date(note.createdAt)
  const { body, state, assignedTo, userId } = note
  const who = nameOf(userId)
  const states = threatsPage.incidents.states
  // Who takes an incident looks into it, which needs no second sentence.
  const sentences = [
    ...(assignedTo === null ? [] : [text.took(nameOf(assignedTo))]),
    ...(state === null || assignedTo !== null ? [] : [text.set(who, states[state])]),
    ...(body === null ? [] : [text.wrote(who)]),
  ]
  return (
    <TimelineItem
      Icon={body !== null ? MessageSquare : assignedTo === null ? CircleDot : UserCheck}
      time={formatTimeAgo(at, useNow())}
      timeTitle={formatDateTime(at)}
      note={body !== null && <span className="whitespace-pre-wrap">{body}</span>}
    >
      {sentences.join('; ')}
    </TimelineItem>
  )
}

function NoteForm({ id }: { id: string }) {
  const { threats } = useVault()
  // Another form, which is empty, after each note.
  const [written, setWritten] = useState(0)
  const add = useThreatWrite((note: string) => threats.update({ incident: id, note }), {
    done: text.changed,
    failed: text.changeFailed,
    onDone: () => setWritten((count) => count + 1),
  })
  return (
    <Form key={written} onSubmit={({ note = '' }) => note.trim() !== '' && add.mutate(note.trim())}>
      <TextArea name="note" label={text.note} hint={text.noteHint} rows={2} maxLength={4000} />
      <Button type="submit" variant="outline" isBusy={add.isPending} className="self-start">
        {add.isPending ? text.adding : text.addNote}
      </Button>
    </Form>
  )
}
