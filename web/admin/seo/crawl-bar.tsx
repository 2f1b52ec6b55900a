import { X } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useNow } from '#web/lib/clock.ts'
import { formatRelativeTime, formatShortDateTime, midSentence } from '#web/lib/format.ts'
import type { SiteCrawl } from '#web/lib/remote/vault-client.ts'
import { seo as text } from '#web/messages/seo/seo.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { countsByLevel } from './findings-by-rule.ts'
import { useSeoActs } from './use-seo-acts.ts'

type Props = { crawls: readonly SiteCrawl[]; shown: SiteCrawl | undefined; isWeekly: boolean }

/** Which crawl is shown, what it came to, and whether there is one each week. */
export function CrawlBar({ crawls, shown, isWeekly }: Props) {
  const [, setParameters] = useSearchParams()
  const { cancel, setWeekly } = useSeoActs()
  const show = (id: string) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (id === crawls[0]?.id) next.delete('crawl')
      else next.set('crawl', id)
      return next
    })
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      {shown && <CrawlFacts crawl={shown} />}
      <div className="flex min-w-0 flex-wrap items-end gap-3">
        <div className="py-2">
          <Checkbox
            label={text.weekly}
            checked={isWeekly}
            disabled={setWeekly.isPending}
            onCheckedChange={(checked) => setWeekly.mutate(checked)}
          />
        </div>
        {shown && (
          <SelectField
            label={text.choose}
            isBare
            value={shown.id}
            onChange={show}
            options={crawls.map((crawl) => [crawl.id, labelOf(crawl)])}
            className="w-full sm:w-80"
          />
        )}
        {shown?.status === 'running' && (
          <Button variant="outline" isBusy={cancel.isPending} onClick={() => cancel.mutate(shown.id)}>
            <X size={16} aria-hidden="true" />
            {text.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}

function CrawlFacts({ crawl }: { crawl: SiteCrawl }) {
  const now = useNow()
  const when = midSentence(formatRelativeTime(new Date(crawl.started_at), now))
  return (
    <div>
      <Text>{crawl.status === 'completed' ? text.levels(...countsByLevel(crawl)) : text.status(crawl.status)}</Text>
      <Text tone="hint" size="xs">
        {[text.pagesCount(crawl.pages), whoStarted(crawl), when].join(', ')}
      </Text>
    </div>
  )
}

function labelOf(crawl: SiteCrawl): string {
  const outcome = crawl.status === 'completed' ? text.levels(...countsByLevel(crawl)) : text.status(crawl.status)
  return `${formatShortDateTime(new Date(crawl.started_at))}: ${outcome}`
}

function whoStarted({ is_scheduled: isScheduled, started_by: who }: SiteCrawl): string {
  if (isScheduled) return text.by.schedule
  return who === null ? text.by.someone : text.by.person(who)
}
