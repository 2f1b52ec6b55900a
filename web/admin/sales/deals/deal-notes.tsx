import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { DealDetails, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { SALES_KEY } from '../sales.queries.ts'
import { personName } from '../sales-words.ts'

const words = text.notes

type Props = { dealId: string; notes: DealDetails['notes']; pipeline: Pipeline }

/** What people wrote about a deal, newest first. */
export function DealNotes({ dealId, notes, pipeline }: Props) {
  const { sales } = useVault()
  // A new form after each note.
  const [nth, setNth] = useState(0)
  const add = useAction((body: string) => sales.addNote(dealId, body), {
    done: words.added,
    failed: text.failedChange,
    keys: [SALES_KEY],
    onDone: () => setNth(nth + 1),
  })
  const remove = useAction((id: string) => sales.removeNote(id), {
    done: words.removed,
    failed: text.failedChange,
    keys: [SALES_KEY],
  })
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <Heading look="small">{words.title}</Heading>
      <Form key={nth} onSubmit={({ body = '' }) => body.trim() !== '' && add.mutate(body.trim())}>
        <TextArea name="body" label={words.body} rows={2} maxLength={DEAL_LIMITS.noteCharacters} />
        <Button type="submit" variant="outline" isBusy={add.isPending} className="self-start">
          {words.add}
        </Button>
      </Form>
      {notes.length === 0 ? (
        <Text tone="soft">{words.empty}</Text>
      ) : (
        <RowList label={words.title}>
          {notes.map(({ id, body, author_id: author, created_at: at }) => (
            <li key={id} className="flex items-start gap-2 py-2 text-sm">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere whitespace-pre-line">{body}</p>
                <Text tone="hint" size="xs">
                  {[formatDateTime(new Date(at)), author === null ? '' : personName(pipeline, author)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </div>
              <IconButton label={words.remove} size="sm" tone="danger" onClick={() => remove.mutate(id)}>
                <Trash2 size={15} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </RowList>
      )}
    </section>
  )
}
