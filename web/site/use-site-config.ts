import { useEffect, useState } from 'react'
import { type SiteConfig, siteConfig } from './site-config.ts'

/** Null until it is there, and in the prerendered page. */
export function useSiteConfig(): SiteConfig | null {
  const [config, setConfig] = useState<SiteConfig | null>(null)
  useEffect(() => {
    let isWanted = true
    siteConfig().then(
      (found) => isWanted && setConfig(found),
      // What needs it says so where it is needed; the page reads without it.
      (error: unknown) => console.warn(error),
    )
    return () => {
      isWanted = false
    }
  }, [])
  return config
}
