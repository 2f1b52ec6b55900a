import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { m } from '#web/messages/app.ts'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Rosette } from '#web/ui/layout/rosette.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'

export function NotFound() {
  const { pathname } = useLocation()
  useEffect(() => console.error('404: no page at', pathname), [pathname])

  return (
    <Main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center gap-3 p-6 text-center">
      <title>{m.common.pageTitle(m.common.notFoundTitle)}</title>
      <Rosette seed={pathname} size={176} />
      <Heading as="h1" look="display" className="mt-4">
        {m.common.notFoundTitle}
      </Heading>
      <Text tone="soft" size="base">
        {m.common.notFoundText} <Mono className="wrap-anywhere">{pathname}</Mono>
      </Text>
      <TextLink to="/" reloadDocument>
        {m.common.home}
      </TextLink>
      <Text tone="hint" size="xs" className="mt-6">
        {m.common.notFoundFigure}
      </Text>
    </Main>
  )
}
