import { useQuery } from '@tanstack/react-query'
import { FormInput, Plus } from 'lucide-react'
import { useState } from 'react'
import type { LandingForm } from '#web/lib/remote/vault-client.ts'
import { contacts } from '#web/messages/growth/contacts.ts'
import { newsletters } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { formsQuery } from '../newsletters/newsletters.queries.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { EmbedView, LandingFormFields } from './landing-form.tsx'

const text = newsletters.forms
const ROW_PX = 64

type Shown = { as: 'new' } | { as: 'edit' | 'embed' | 'remove'; form: LandingForm }

/** Pages where people ask for newsletters. */
export function FormsPart() {
  const { newsletters: client } = useVault()
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  const isEdited = shown?.as === 'new' || shown?.as === 'edit'
  const form = shown && shown.as !== 'new' ? shown.form : null
  const remove = useAction((id: string) => client.removeForm(id), {
    done: text.removed,
    failed: newsletters.failedChange,
    keys: ['landing-forms'],
  })
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <Heading>{text.title}</Heading>
          <Text tone="soft" className="mt-1 max-w-prose">
            {text.lead}
          </Text>
        </div>
        <Button onClick={() => setShown({ as: 'new' })}>
          <Plus size={16} aria-hidden="true" />
          {text.add}
        </Button>
      </div>
      <Card>
        <FormRows onShow={setShown} />
      </Card>
      <Dialog isOpen={isEdited} onClose={close} title={form ? text.editTitle : text.newTitle} isGrowing>
        <LandingFormFields form={form} onDone={close} />
      </Dialog>
      <Dialog isOpen={shown?.as === 'embed'} onClose={close} title={text.embed}>
        {form && <EmbedView form={form} />}
      </Dialog>
      <AlertDialog
        isOpen={shown?.as === 'remove'}
        title={text.ask(form?.title ?? '')}
        text={text.askText}
        confirmLabel={text.remove}
        cancelLabel={contacts.bulk.no}
        onConfirm={() => form && remove.mutate(form.id)}
        onClose={close}
      />
    </section>
  )
}

function FormRows({ onShow }: { onShow: (shown: Shown) => void }) {
  const query = useQuery(formsQuery(useVault().newsletters))
  return (
    <QueryView
      query={query}
      text={{ ...text, retry: newsletters.retry }}
      skeleton={<SkeletonRows label={text.loading} rows={2} rowHeight={ROW_PX} />}
      className="p-4"
    >
      {(forms) =>
        forms.length === 0 ? (
          <EmptyState title={text.empty} text={text.emptyText} seed="landing-forms" />
        ) : (
          <RowList label={text.title}>
            {forms.map((form) => (
              <Row
                key={form.id}
                icon={<FormInput size={18} aria-hidden="true" />}
                title={form.title}
                badge={form.is_open ? null : <Badge>{text.closed}</Badge>}
                detail={text.counts(form.asked, form.confirmed)}
                actions={<RowActions form={form} onShow={onShow} />}
              />
            ))}
          </RowList>
        )
      }
    </QueryView>
  )
}

function RowActions({ form, onShow }: { form: LandingForm; onShow: (shown: Shown) => void }) {
  const { title } = form
  const actions = [
    ['embed', text.embed, text.embedOne(title)],
    ['edit', text.edit, text.editOne(title)],
    ['remove', text.remove, text.removeOne(title)],
  ] as const
  return actions.map(([as, label, name]) => (
    <Button key={as} variant="ghost" size="sm" aria-label={name} onClick={() => onShow({ as, form })}>
      {label}
    </Button>
  ))
}
