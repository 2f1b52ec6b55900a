import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatRelativeTime, midSentence } from '#web/lib/format.ts'
import type { RecoveryToAnswer } from '#web/lib/remote/vault-client.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { toAnswerQuery } from './recovery.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { AnswerRecoveryDialog } from './answer-recovery-dialog.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'

const text = byOthers.asking

/** Members who ask to be let back in, for those who hold a part of their key; nothing for everybody else. */
export function RecoveriesToAnswer() {
  const { data: asking = [] } = useQuery(toAnswerQuery(useVault().recovery))
  const now = useNow()
  const [shown, setShown] = useState<RecoveryToAnswer | null>(null)
  if (asking.length === 0 && !shown) return null

  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <Text tone="soft" className="max-w-prose">
        {text.lead}
      </Text>
      <Card>
        <RowList label={text.title}>
          {asking.map((one) => (
            <Row
              key={one.id}
              icon={<LifeBuoy size={18} aria-hidden="true" />}
              title={labelOf(one)}
              badge={one.isAnswered && <Badge tone="brand">{text.done}</Badge>}
              detail={<Facts asked={one} now={now} />}
              actions={
                <Button
                  size="sm"
                  variant={one.isAnswered ? 'outline' : 'primary'}
                  aria-label={text.answerLabel(labelOf(one))}
                  onClick={() => setShown(one)}
                >
                  {text.answer}
                </Button>
              }
            />
          ))}
        </RowList>
      </Card>
      <AnswerRecoveryDialog asked={shown} onClose={() => setShown(null)} />
    </section>
  )
}

function Facts({
  asked: { email, createdAt, expiresAt, answers, threshold },
  now,
}: {
  asked: RecoveryToAnswer
  now: Date
}) {
  const facts = [
    email,
    text.when(midSentence(formatRelativeTime(new Date(createdAt), now))),
    text.until(formatDateTime(new Date(expiresAt))),
    text.answers(answers, threshold),
  ]
  return (
    <span className="flex flex-wrap gap-x-3">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  )
}
