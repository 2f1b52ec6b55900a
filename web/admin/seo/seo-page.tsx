import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { SiteCrawl } from '#web/lib/remote/vault-client.ts'
import { admin } from '#web/messages/admin.ts'
import { seo as text } from '#web/messages/seo/seo.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { CrawlBar } from './crawl-bar.tsx'
import { CrawlResults } from './crawl-results.tsx'
import { RedirectsPart } from './redirects-part.tsx'
import { crawlsQuery } from './seo.queries.ts'
import { useSeoActs } from './use-seo-acts.ts'

const ROW_PX = 48

/** How the public site is found: crawls of it, and redirects. Tab and crawl are in the address. */
export function SeoPage() {
  const { start } = useSeoActs()
  const [, setParameters] = useSearchParams()
  const begin = () => start.mutate(undefined, { onSuccess: () => setParameters({}) })
  useChosenAction('startCrawl', begin)
  return (
    <PageFrame
      title={admin.pages.seo}
      lead={text.lead}
      action={
        <Button isBusy={start.isPending} onClick={begin}>
          {text.start}
        </Button>
      }
      tabs={{
        keeps: ['crawl'],
        views: [
          { id: 'findings', label: text.tabs.findings, panel: <Crawls part="findings" /> },
          { id: 'pages', label: text.tabs.pages, panel: <Crawls part="pages" /> },
          { id: 'redirects', label: text.tabs.redirects, panel: <RedirectsPart /> },
        ],
      }}
    />
  )
}

function Crawls({ part }: { part: 'findings' | 'pages' }) {
  const query = useQuery(crawlsQuery(useVault().seo))
  const [parameters] = useSearchParams()
  return (
    <QueryView
      query={query}
      text={text}
      skeleton={
        <Card>
          <SkeletonRows label={text.loading} rows={6} rowHeight={ROW_PX} />
        </Card>
      }
    >
      {({ crawls, is_weekly: isWeekly }) => {
        const shown = shownOf(crawls, parameters.get('crawl'))
        return (
          <div className="flex flex-col gap-3">
            <CrawlBar crawls={crawls} shown={shown} isWeekly={isWeekly} />
            {shown ? (
              <CrawlResults crawl={shown} part={part} />
            ) : (
              <Card>
                <EmptyState title={text.none} text={text.noneText} seed="seo" />
              </Card>
            )}
          </div>
        )
      }}
    </QueryView>
  )
}

/** The one in the address, or the newest. */
const shownOf = (crawls: readonly SiteCrawl[], id: string | null): SiteCrawl | undefined =>
  crawls.find((crawl) => crawl.id === id) ?? crawls[0]
