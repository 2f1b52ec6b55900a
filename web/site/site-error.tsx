import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { common } from '#web/messages/common.ts'
import { SiteButton } from '#web/ui/site/button-link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** Shown when a page cannot be drawn, most often because its script is of a build that is gone. A reload brings the present one. */
export function SiteError() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center gap-4 p-6 text-center">
      <Heading as="h1" look="page">
        {common.unexpectedTitle}
      </Heading>
      <Text tone="soft">{common.unexpectedText}</Text>
      <SiteButton onClick={() => location.reload()}>{common.reload}</SiteButton>
    </main>
  )
}
