import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { GrantRow, LinkRow, linkName } from './access-rows.tsx'
import { LinkDialog } from './link/link-dialog.tsx'
import { accessQuery } from './sharing.queries.ts'
import { type Shareable, useSharingActions } from './use-sharing-actions.ts'

/** Who and what can open one file now, each with the button that ends it. */
export function FileAccess({ file }: { file: Shareable }) {
  const text = m.sharing.access
  const { sharing } = useVault()
  const access = useQuery(accessQuery(sharing, file.id))
  const { end } = useSharingActions()
  const { people = [], links = [] } = access.data ?? {}
  const { name } = file
  const [shownId, setShownId] = useState<string | null>(null)
  const shown = links.find(({ id }) => id === shownId) ?? null

  return (
    <section aria-label={text.title} className="mt-6 border-t border-line pt-4">
      <Heading look="small">{text.title}</Heading>
      {access.isError && <Notice tone="error">{m.files.because(text.failed, sentenceFor(access.error))}</Notice>}
      {access.data && people.length + links.length === 0 && (
        <Text tone="soft" className="mt-1">
          {text.onlyYou}
        </Text>
      )}
      {people.length + links.length > 0 && (
        <>
          <RowList label={text.title}>
            {people.map((grant) => (
              <GrantRow
                key={grant.userId}
                grant={grant}
                isBusy={end.isPending}
                onStop={() => end.mutate({ name, what: grant })}
              />
            ))}
            {links.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                isBusy={end.isPending}
                onShow={() => setShownId(link.id)}
                onStop={() => end.mutate({ name: linkName(link, () => name), what: link })}
              />
            ))}
          </RowList>
          <Text tone="hint" size="xs" className="mt-1">
            {text.copies}
          </Text>
        </>
      )}
      <LinkDialog link={shown} name={shown ? linkName(shown, () => name) : name} onClose={() => setShownId(null)} />
    </section>
  )
}
