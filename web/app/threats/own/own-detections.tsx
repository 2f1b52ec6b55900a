import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useNow } from '#web/lib/clock.ts'
import type { Detection } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useLedTo } from '../../use-led-to.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DetectionFacts, whenOf } from '#web/parts/threats/detection-facts.tsx'
import { threatNames } from '#web/parts/threats/threat-names.ts'
import { ownDetectionsQuery } from '../threats.queries.ts'

const ROW_PX = 96
const text = threats.noticed

/** What detectors noticed of the person, what was done about it, and whether it was them. */
export function OwnDetections({ userId }: { userId: string }) {
  const list = useQuery(ownDetectionsQuery(useVault().threats, userId))
  const [asked, setAsked] = useState<Detection | null>(null)
  const answer = useAnswer()
  const section = useLedTo<HTMLElement>('#noticed')
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={text.title}
      className="flex scroll-mt-4 flex-col gap-3 outline-none"
    >
      <Heading>{text.title}</Heading>
      <QueryView
        query={list}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={1} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {(detections) =>
          detections.length === 0 ? (
            <Text tone="soft">{text.empty}</Text>
          ) : (
            <Card className="*:border-t-0">
              <PlainRows label={text.title}>
                {detections.map((detection) => (
                  <OwnRow
                    key={detection.id}
                    detection={detection}
                    isBusy={answer.isPending && answer.variables.id === detection.id}
                    onMe={() => answer.mutate({ id: detection.id, said: 'me' })}
                    onNotMe={() => setAsked(detection)}
                  />
                ))}
              </PlainRows>
            </Card>
          )
        }
      </QueryView>
      <AlertDialog
        isOpen={asked !== null}
        title={text.ask.title}
        text={text.ask.text}
        confirmLabel={text.ask.submit}
        cancelLabel={m.common.cancel}
        onConfirm={() => asked && answer.mutate({ id: asked.id, said: 'not_me' })}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

type RowProps = { detection: Detection; isBusy: boolean; onMe: () => void; onNotMe: () => void }

function OwnRow({ detection, isBusy, onMe, onNotMe }: RowProps) {
  const when = whenOf(detection, useNow())
  const labelOf = (answer: string) => text.of(answer, threatNames.detector(detection.detector), when)
  return (
    <PlainRow
      action={
        detection.answer === null &&
        // It was a device, and other sessions have nothing to do with it.
        detection.detector !== 'device_misuse' && (
          <span className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" isBusy={isBusy} aria-label={labelOf(text.me)} onClick={onMe}>
              {text.me}
            </Button>
            <Button variant="outline" size="sm" disabled={isBusy} aria-label={labelOf(text.notMe)} onClick={onNotMe}>
              {text.notMe}
            </Button>
          </span>
        )
      }
    >
      <DetectionFacts detection={detection} />
    </PlainRow>
  )
}

type Answer = { id: string; said: 'me' | 'not_me' }

function useAnswer() {
  const { threats: client } = useVault()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ id, said }: Answer) => client.answer(id, said),
    onSuccess: (_, { said }) => {
      if (said === 'me') return toastDone(text.answered)
      toastDone(text.ended, text.endedText)
      void navigate({ hash: 'password' }, { preventScrollReset: true })
    },
    onError: (error) => toastError(text.answerFailed, sentenceFor(error)),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['security'] })
      return queries.invalidateQueries({ queryKey: ['threats', 'own'] })
    },
  })
}
