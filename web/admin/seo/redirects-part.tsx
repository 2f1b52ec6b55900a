import { useQuery } from '@tanstack/react-query'
import { CornerDownRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { SiteRedirect } from '#web/lib/remote/vault-client.ts'
import { seo } from '#web/messages/seo/seo.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { RedirectForm } from './redirect-form.tsx'
import { redirectsQuery } from './seo.queries.ts'
import { useSeoActs } from './use-seo-acts.ts'

const text = seo.redirects
const ROW_PX = 64

type Shown = { as: 'new' } | { as: 'edit' | 'remove'; redirect: SiteRedirect }

/** Old addresses of the site, each with where it leads. */
export function RedirectsPart() {
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  const { removeRedirect } = useSeoActs()
  const redirect = shown && shown.as !== 'new' ? shown.redirect : null
  return (
    <section aria-label={seo.tabs.redirects} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Text tone="soft" className="max-w-prose">
          {text.lead}
        </Text>
        <Button onClick={() => setShown({ as: 'new' })}>
          <Plus size={16} aria-hidden="true" />
          {text.add}
        </Button>
      </div>
      <Card>
        <Redirects onShow={setShown} />
      </Card>
      <Dialog
        isOpen={shown?.as === 'new' || shown?.as === 'edit'}
        onClose={close}
        title={redirect ? text.editTitle : text.newTitle}
      >
        <RedirectForm redirect={redirect} onDone={close} />
      </Dialog>
      <AlertDialog
        isOpen={shown?.as === 'remove'}
        title={text.ask(redirect?.from_path ?? '')}
        text={text.askText}
        confirmLabel={text.remove}
        cancelLabel={text.keep}
        onConfirm={() => redirect && removeRedirect.mutate(redirect.from_path)}
        onClose={close}
      />
    </section>
  )
}

function Redirects({ onShow }: { onShow: (shown: Shown) => void }) {
  const query = useQuery(redirectsQuery(useVault().seo))
  return (
    <QueryView
      query={query}
      text={{ failed: text.failed, retry: seo.retry }}
      skeleton={<SkeletonRows label={text.loading} rows={2} rowHeight={ROW_PX} />}
      className="p-4"
    >
      {(redirects) =>
        redirects.length === 0 ? (
          <EmptyState title={text.none} text={text.noneText} seed="redirects" />
        ) : (
          <RowList label={seo.tabs.redirects}>
            {redirects.map((redirect) => (
              <Row
                key={redirect.from_path}
                icon={<CornerDownRight size={18} aria-hidden="true" />}
                title={redirect.from_path}
                badge={redirect.is_permanent ? null : <Badge>{text.temporary}</Badge>}
                detail={redirect.to_address}
                actions={<RowActions redirect={redirect} onShow={onShow} />}
              />
            ))}
          </RowList>
        )
      }
    </QueryView>
  )
}

function RowActions({ redirect, onShow }: { redirect: SiteRedirect; onShow: (shown: Shown) => void }) {
  const { from_path: from } = redirect
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={text.editOne(from)}
        onClick={() => onShow({ as: 'edit', redirect })}
      >
        {text.edit}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={text.removeOne(from)}
        onClick={() => onShow({ as: 'remove', redirect })}
      >
        {text.remove}
      </Button>
    </>
  )
}
