import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { FINDING_RULES, type FindingLevel, SEO_LIMITS } from '#contract/seo/findings.ts'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import type { SiteCrawl, SiteFinding, WholeCrawl } from '#web/lib/remote/vault-client.ts'
import { seo as text } from '#web/messages/seo/seo.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { FoldedPart } from '#web/ui/layout/disclosure.tsx'
import { Mono, Span, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { CrawledPages } from './crawled-pages.tsx'
import { findingsByRule, findingsCsv, type RuleFindings } from './findings-by-rule.ts'
import { crawlQuery } from './seo.queries.ts'

const ROW_PX = 48
/** Rows of one rule that are shown at once; the export has all of them. */
const MOST_ROWS = 200
const TONE = { error: 'danger', warning: 'warn', hint: 'plain' } as const satisfies Record<FindingLevel, string>

/** What a crawl found, or the pages that it looked at. */
export function CrawlResults({ crawl, part }: { crawl: SiteCrawl; part: 'findings' | 'pages' }) {
  const query = useQuery(crawlQuery(useVault().seo, crawl.id, crawl.status))
  if (crawl.status === 'running') return <Notice tone="info">{text.running}</Notice>
  if (crawl.status === 'failed') return <Notice tone="error">{text.runFailed}</Notice>
  if (crawl.status === 'cancelled') return <Notice tone="info">{text.notFound}</Notice>
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
      {(whole) => (part === 'pages' ? <CrawledPages pages={whole.pages} /> : <Findings whole={whole} />)}
    </QueryView>
  )
}

function Findings({ whole: { crawl, findings } }: { whole: WholeCrawl }) {
  const byRule = findingsByRule(findings)
  const day = crawl.started_at.slice(0, 10)
  return (
    <>
      {crawl.is_cut && <Notice tone="attention">{text.cut(SEO_LIMITS.pages)}</Notice>}
      <Card>
        {byRule.length === 0 ? (
          <EmptyState title={text.fine} text={text.fineText} seed="seo findings" />
        ) : (
          byRule.map((one) => <RuleRows key={one.rule} {...one} />)
        )}
      </Card>
      {byRule.length > 0 && (
        <Button
          variant="outline"
          className="self-start"
          onClick={() => void saveCsv(`seo-findings-${day}.csv`, findingsCsv(findings))}
        >
          <Download size={16} aria-hidden="true" />
          {text.export}
        </Button>
      )}
    </>
  )
}

function RuleRows({ rule, findings, added }: RuleFindings) {
  const level = FINDING_RULES[rule]
  return (
    <FoldedPart
      title={
        <span className="flex flex-wrap items-center gap-2">
          {text.ruleTitle(rule)} <Badge tone={TONE[level]}>{text.level(level)}</Badge>
        </span>
      }
      note={text.found(findings.length, added)}
    >
      <div className="flex flex-col gap-2 px-4 pb-4 pl-10.5">
        <Text tone="soft">{text.ruleAdvice(rule)}</Text>
        <ul className="flex flex-col gap-1">
          {findings.slice(0, MOST_ROWS).map((finding) => (
            <FindingRow key={`${finding.path} ${finding.detail}`} finding={finding} />
          ))}
        </ul>
        {findings.length > MOST_ROWS && (
          <Text tone="hint" size="xs">
            {text.more(findings.length - MOST_ROWS)}
          </Text>
        )}
      </div>
    </FoldedPart>
  )
}

function FindingRow({ finding: { path, detail, is_new: isNew } }: { finding: SiteFinding }) {
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-sm wrap-anywhere">
      <a href={path} className="underline underline-offset-3 hover:text-brand">
        <Mono>{path}</Mono>
      </a>
      {detail !== '' && <Span tone="soft">{detail}</Span>}
      {isNew && <Badge tone="copper">{text.isNew}</Badge>}
    </li>
  )
}
