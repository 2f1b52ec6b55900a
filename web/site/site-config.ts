/** What the site reads of `/config.json`; the same document that the app begins with. */
export type SiteConfig = {
  publishable_key: string
  support_email: string | null
  social_links: string[]
  community_url: string | null
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
