export type RedirectRule = {
  /** Address of this installation; anything on its origin is allowed. */
  siteUrl: string
  /** Globs: `*` stays within one path segment or host, `**` crosses them. */
  allowList: readonly string[]
}

/**
 * Where a mail link may lead. A target that is not allowed is silently replaced by the site's own address, so that a mail
 * of ours never sends people, and their tokens, elsewhere.
 */
export function allowedRedirect(wanted: string | undefined, { siteUrl, allowList }: RedirectRule): string {
  if (!wanted || !URL.canParse(wanted, siteUrl)) return siteUrl
  const target = new URL(wanted, siteUrl)
  if (target.username || target.password) return siteUrl
  if (target.origin === new URL(siteUrl).origin && target.origin !== 'null') return target.href
  target.hash = ''
  return allowList.some((glob) => matches(target.href, glob)) ? target.href : siteUrl
}

function matches(href: string, glob: string): boolean {
  const parts = glob.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*'
    // Not even inside one segment may a star swallow a separator that would move the host.
    if (part === '*') return '[^/?#@]*'
    return part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('')}/?$`).test(href)
}

/** Adds what a sign-in callback carries behind `#`, where it reaches the page and no server. */
export function withFragment(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams(values).toString()
  return url.href
}

/** Adds what a PKCE callback carries in the query. */
export function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
