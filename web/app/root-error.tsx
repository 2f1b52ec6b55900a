import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { isOutdated, lookForNewerBuild } from '#web/lib/remote/newer-build.ts'
import { wasNotLoaded } from '#web/lib/remote/parts.ts'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** The last resort: something broke while a page was drawn, or could not be loaded because the server has a newer build. */
export function RootError() {
  const error = useRouteError()
  const isOld = useStore(isOutdated)
  useEffect(() => {
    console.error(error)
    void lookForNewerBuild()
  }, [error])
  const { title, text } = wordsOf(isOld ? 'old' : wasNotLoaded(error) ? 'lost' : 'broken')

  return (
    <Main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-3 p-6">
      <title>{m.common.pageTitle(title)}</title>
      <Heading as="h1" look="page">
        {title}
      </Heading>
      <Text tone="soft">{text}</Text>
      <Button className="mt-2" onClick={() => location.reload()}>
        {m.common.reload}
      </Button>
    </Main>
  )
}

function wordsOf(what: 'old' | 'lost' | 'broken') {
  const text = m.common
  if (what === 'old') return { title: text.updatedTitle, text: text.updatedText }
  if (what === 'lost') return { title: text.notLoadedTitle, text: text.notLoadedText }
  return { title: text.unexpectedTitle, text: text.unexpectedText }
}
