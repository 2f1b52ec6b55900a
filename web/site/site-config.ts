import type { OperatorFacts } from '#contract/delivery/operator.ts'
import type { StartSettings } from '#web/lib/account/account-costs.ts'

/** What the site reads of `/config.json`; the same document that the app begins with. */
export type SiteConfig = StartSettings & {
  publishable_key: string
  support_email: string | null
  social_links: string[]
  community_url: string | null
  /** Null without SOURCE_URL. */
  source_url: string | null
  /** Null where no time to answer is promised. */
  reply_hours: number | null
  operator: OperatorFacts
  build: string
}

let loading: Promise<SiteConfig> | undefined

/** Asked for once; a failure is asked for again. */
export function siteConfig(): Promise<SiteConfig> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<SiteConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`config.json answered ${response.status}`)
  return (await response.json()) as SiteConfig
}
