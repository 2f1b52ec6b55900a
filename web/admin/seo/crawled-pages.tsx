import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import type { CrawledPage } from '#web/lib/remote/vault-client.ts'
import { seo } from '#web/messages/seo/seo.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Mono, Span } from '#web/ui/layout/text.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'

const text = seo.pages

/** Every page that a crawl looked at, with its title and description. */
export function CrawledPages({ pages }: { pages: readonly CrawledPage[] }) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = pages.filter(({ path, title }) => `${path} ${title}`.toLowerCase().includes(wanted))
  return (
    <Card>
      <div className="p-4">
        <SearchField label={text.search} clearLabel={text.clear} value={search} onChange={setSearch} />
      </div>
      {found.length === 0 ? (
        <EmptyState title={text.none} text={text.noneText} seed="seo pages" />
      ) : (
        <Table label={text.title} columns={columns()} rows={found} rowId={({ path }) => path} />
      )}
    </Card>
  )
}

const columns = (): readonly TableColumn<CrawledPage>[] => [
  {
    id: 'page',
    header: text.columns.page,
    cell: ({ path, title, description }) => (
      <div className="flex min-w-0 flex-col gap-0.5 py-1 wrap-anywhere">
        <a href={path} className="underline underline-offset-3 hover:text-brand">
          <Mono>{path}</Mono>
        </a>
        {title !== '' && <p>{title}</p>}
        {description !== '' && (
          <Span tone="hint" size="xs">
            {description}
          </Span>
        )}
      </div>
    ),
  },
  {
    id: 'status',
    header: text.columns.status,
    cell: ({ status }) => <StateMark tone={status < 400 ? 'good' : 'bad'}>{String(status)}</StateMark>,
  },
  {
    id: 'words',
    header: text.columns.words,
    from: 'sm',
    cell: ({ words }) => <Span className="tabular-nums">{formatCount(words)}</Span>,
  },
  {
    id: 'linked',
    header: text.columns.linked,
    from: 'sm',
    cell: ({ linked_from: count }) => <Span className="whitespace-nowrap tabular-nums">{seo.pagesCount(count)}</Span>,
  },
]
