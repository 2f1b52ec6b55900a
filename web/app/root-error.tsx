import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { m } from '#web/messages/app.ts'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** The last resort: something broke while a page was drawn. */
export function RootError() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])

  return (
    <Main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-3 p-6">
      <title>{m.common.pageTitle(m.common.unexpectedTitle)}</title>
      <Heading as="h1" look="page">
        {m.common.unexpectedTitle}
      </Heading>
      <Text tone="soft">{m.common.unexpectedText}</Text>
      <Button className="mt-2" onClick={() => location.reload()}>
        {m.common.reload}
      </Button>
    </Main>
  )
}
