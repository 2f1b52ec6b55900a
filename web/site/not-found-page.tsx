import { useEffect } from 'react'
import { common } from '#web/messages/common.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { Rosette } from '#web/ui/layout/rosette.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { proof } from '#web/messages/site/proof.ts'
import { CheckpointLine } from './proof/checkpoint-line.tsx'
import { useCheckpoint } from './proof/use-checkpoint.ts'
import { useInBrowser } from './use-in-browser.ts'

/** Served with status 404 for every unknown address; which one is known only in the browser. */
export function Component() {
  const address = useInBrowser<string | null>(() => location.pathname, null)
  const checkpoint = useCheckpoint()
  useEffect(() => console.error('404: no page at', location.pathname), [])
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-lg flex-col items-center justify-center gap-3 p-6 text-center">
      <div className="size-44">{address !== null && <Rosette seed={checkpoint?.root ?? address} size={176} />}</div>
      <Heading as="h1" look="sitePage" className="mt-4">
        {common.notFoundTitle}
      </Heading>
      <Text tone="soft" size="base">
        {common.notFoundText} {address !== null && <Mono className="wrap-anywhere">{address}</Mono>}
      </Text>
      <SiteLink href="/">{common.home}</SiteLink>
      <Text tone="hint" size="xs" className="mt-6">
        {checkpoint ? proof.log.figure : common.notFoundFigure}
      </Text>
      <CheckpointLine checkpoint={checkpoint} />
    </div>
  )
}
