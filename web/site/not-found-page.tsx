import { useEffect } from 'react'
import { common } from '#web/messages/common.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { Rosette } from '#web/ui/layout/rosette.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { useInBrowser } from './use-in-browser.ts'

/** Served with status 404 for every unknown address; which one is known only in the browser. */
export function Component() {
  const address = useInBrowser<string | null>(() => location.pathname, null)
  useEffect(() => console.error('404: no page at', location.pathname), [])
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-lg flex-col items-center justify-center gap-3 p-6 text-center">
      <div className="size-44">{address !== null && <Rosette seed={address} size={176} />}</div>
      <Heading as="h1" look="sitePage" className="mt-4">
        {common.notFoundTitle}
      </Heading>
      <Text tone="soft" size="base">
        {common.notFoundText} {address !== null && <Mono className="wrap-anywhere">{address}</Mono>}
      </Text>
      <SiteLink href="/">{common.home}</SiteLink>
      <Text tone="hint" size="xs" className="mt-6">
        {common.notFoundFigure}
      </Text>
    </div>
  )
}
