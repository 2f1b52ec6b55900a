import { useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import type { Audience, AudienceRules } from '#web/lib/remote/vault-client.ts'
import { contacts } from '#web/messages/growth/contacts.ts'
import { newsletters } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { audiencesQuery } from '../newsletters/newsletters.queries.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { AudienceForm } from './audience-form.tsx'

const text = newsletters.audiences
const ROW_PX = 64

/** Rules that say who a newsletter is for, with how many they let through now. */
export function AudiencesPart() {
  const [edited, setEdited] = useState<Audience | 'new' | null>(null)
  const [asked, setAsked] = useState<Audience | null>(null)
  const close = () => setEdited(null)
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <Heading>{text.title}</Heading>
          <Text tone="soft" className="mt-1 max-w-prose">
            {text.lead}
          </Text>
        </div>
        <Button onClick={() => setEdited('new')}>
          <Plus size={16} aria-hidden="true" />
          {text.add}
        </Button>
      </div>
      <Card>
        <AudienceRows onEdit={setEdited} onRemove={setAsked} />
      </Card>
      <Dialog
        isOpen={edited !== null}
        onClose={close}
        title={edited === 'new' ? text.newTitle : text.editTitle}
        isGrowing
      >
        {edited !== null && <AudienceForm audience={edited === 'new' ? null : edited} onDone={close} />}
      </Dialog>
      <RemoveQuestion audience={asked} onClose={() => setAsked(null)} />
    </section>
  )
}

type RowsProps = { onEdit: (audience: Audience) => void; onRemove: (audience: Audience) => void }

function AudienceRows({ onEdit, onRemove }: RowsProps) {
  const query = useQuery(audiencesQuery(useVault().newsletters))
  return (
    <QueryView
      query={query}
      text={{ ...text, retry: newsletters.retry }}
      skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
      className="p-4"
    >
      {({ audiences }) =>
        audiences.length === 0 ? (
          <EmptyState title={text.empty} text={text.emptyText} seed="audiences" />
        ) : (
          <RowList label={text.title}>
            {audiences.map((audience) => (
              <Row
                key={audience.id}
                icon={<Users size={18} aria-hidden="true" />}
                title={audience.name}
                detail={[text.size(audience.agreed, audience.contacts), rulesInWords(audience.rules)].join(' · ')}
                actions={
                  <>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={text.editOne(audience.name)}
                      onClick={() => onEdit(audience)}
                    >
                      {text.edit}
                    </Button>
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={text.removeOne(audience.name)}
                      onClick={() => onRemove(audience)}
                    >
                      {text.remove}
                    </Button>
                  </>
                }
              />
            ))}
          </RowList>
        )
      }
    </QueryView>
  )
}

function rulesInWords({ source, tag, company, from, to, clicked }: AudienceRules): string {
  const { rule } = text
  const day = (time: string): string => new Date(time).toLocaleDateString()
  const said = [
    ...(source ? [rule.source(contacts.source(source))] : []),
    ...(tag ? [rule.tag(tag)] : []),
    ...(company ? [rule.company(company)] : []),
    ...(from ? [rule.from(day(from))] : []),
    ...(to ? [rule.to(day(to))] : []),
    ...(clicked ? [rule.clicked] : []),
  ]
  return said.length === 0 ? rule.none : said.join(', ')
}

function RemoveQuestion({ audience, onClose }: { audience: Audience | null; onClose: () => void }) {
  const { newsletters: client } = useVault()
  const remove = useAction((id: string) => client.removeAudience(id), {
    done: text.removed,
    failed: newsletters.failedChange,
    keys: ['audiences'],
  })
  return (
    <AlertDialog
      isOpen={audience !== null}
      title={text.ask(audience?.name ?? '')}
      text={text.askText}
      confirmLabel={text.remove}
      cancelLabel={contacts.bulk.no}
      onConfirm={() => audience && remove.mutate(audience.id)}
      onClose={onClose}
    />
  )
}
