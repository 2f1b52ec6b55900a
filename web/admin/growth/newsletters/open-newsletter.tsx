import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewsletterAct } from '#contract/growth/newsletters.ts'
import type { Newsletter } from '#web/lib/remote/vault-client.ts'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { BackButton, DetailPage } from '#web/parts/frame/detail-page.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { NewsletterEditor } from './newsletter-editor.tsx'
import { NewsletterMark } from './newsletter-list.tsx'
import { NewsletterPreview } from './newsletter-preview.tsx'
import { NewsletterResults } from './newsletter-results.tsx'
import { newsletterQuery } from './newsletters.queries.ts'

type Open = (id: string | null) => void

export function NewNewsletter({ onOpen }: { onOpen: Open }) {
  return (
    <>
      <BackButton label={text.back} onBack={() => onOpen(null)} />
      <Heading>{text.editor.newTitle}</Heading>
      <NewsletterEditor newsletter={null} onOpen={onOpen} />
    </>
  )
}

const headOf = (newsletter: Newsletter, onOpen: Open) => ({
  title: newsletter.subject,
  state: <NewsletterMark state={newsletter.status} />,
  acts: <NewsletterActs newsletter={newsletter} onOpen={onOpen} />,
})

/** One newsletter: a draft to write, or what became of it. */
export function OpenNewsletter({ id, onOpen }: { id: string; onOpen: Open }) {
  const query = useQuery(newsletterQuery(useVault().newsletters, id))
  return (
    <DetailPage
      back={{ label: text.back, onBack: () => onOpen(null) }}
      query={query}
      text={text}
      head={(newsletter) => headOf(newsletter, onOpen)}
    >
      {(newsletter) =>
        newsletter.status === 'draft' ? (
          <NewsletterEditor newsletter={newsletter} onOpen={onOpen} />
        ) : (
          <>
            <NewsletterResults newsletter={newsletter} />
            <NewsletterPreview id={id} version={0} />
          </>
        )
      }
    </DetailPage>
  )
}

const ACTS: Record<Newsletter['status'], readonly NewsletterAct[]> = {
  draft: ['remove'],
  scheduled: ['draft', 'cancel'],
  sending: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  sent: ['remove'],
  cancelled: ['remove'],
}

function NewsletterActs({ newsletter: { id, status }, onOpen }: { newsletter: Newsletter; onOpen: Open }) {
  const { newsletters } = useVault()
  const [asked, setAsked] = useState<'cancel' | 'remove' | null>(null)
  const says = { failed: text.failedChange, keys: ['newsletters'] }
  const steer = useAction(
    async (act: NewsletterAct) => {
      await newsletters.steer(id, act)
      if (act === 'remove') onOpen(null)
      return act
    },
    { ...says, done: text.acted },
  )
  const copy = useAction(() => newsletters.copy(id), { ...says, done: text.copied, onDone: onOpen })
  return (
    <div className="flex flex-wrap gap-2">
      {status !== 'draft' && (
        <Button variant="outline" isBusy={copy.isPending} onClick={() => copy.mutate(undefined)}>
          {text.copy}
        </Button>
      )}
      <Reached line="POST /growth/v1/newsletters/:id/act">
        {ACTS[status].map((act) => (
          <Button
            key={act}
            variant="outline"
            isBusy={steer.isPending}
            onClick={() => (act === 'cancel' || act === 'remove' ? setAsked(act) : steer.mutate(act))}
          >
            {text.act(act)}
          </Button>
        ))}
      </Reached>
      <AlertDialog
        isOpen={asked !== null}
        title={asked === 'remove' ? text.ask.remove : text.ask.cancel}
        text={asked === 'remove' ? text.ask.removeText : text.ask.cancelText}
        confirmLabel={text.act(asked ?? 'cancel')}
        cancelLabel={text.ask.keep}
        onConfirm={() => asked && steer.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}
