import { Mail, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FailedMail } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { operations as text } from '#web/messages/operations.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { JobState, JobTrouble } from './job-facts.tsx'
import { Nothing, Section } from './section.tsx'
import { useOperationActs } from './use-operation-acts.ts'

const words = text.mails

/** Mails that could not be sent, with whom they are for: operators run the mail server, and see it there as well. */
export function MailsSection({ mails }: { mails: readonly FailedMail[] }) {
  const { runAgain, drop } = useOperationActs()
  const [asked, setAsked] = useState<FailedMail | null>(null)
  const nameOf = ({ to }: FailedMail) => to ?? words.sealed
  return (
    <Section title={words.title}>
      {mails.length === 0 ? (
        <Nothing>{words.none}</Nothing>
      ) : (
        <Card>
          <RowList label={words.title}>
            {mails.map((mail) => (
              <Row
                key={mail.id}
                icon={<Mail size={18} aria-hidden="true" />}
                title={nameOf(mail)}
                badge={<JobState job={mail} />}
                detail={<JobTrouble job={mail} />}
                actions={
                  <>
                    <Button
                      size="sm"
                      variant="outline"
                      aria-label={words.sendTo(nameOf(mail))}
                      onClick={() => runAgain.mutate({ id: mail.id, done: words.sent })}
                    >
                      <Send size={16} aria-hidden="true" />
                      {words.send}
                    </Button>
                    <Button
                      size="sm"
                      variant="outline"
                      aria-label={words.dropTo(nameOf(mail))}
                      onClick={() => setAsked(mail)}
                    >
                      <Trash2 size={16} aria-hidden="true" />
                      {words.drop}
                    </Button>
                  </>
                }
              />
            ))}
          </RowList>
        </Card>
      )}
      <AlertDialog
        isOpen={asked !== null}
        title={words.dropTitle(asked ? nameOf(asked) : '')}
        text={words.dropText}
        confirmLabel={words.dropYes}
        cancelLabel={m.common.cancel}
        onConfirm={() => asked && drop.mutate(asked.id)}
        onClose={() => setAsked(null)}
      />
    </Section>
  )
}
