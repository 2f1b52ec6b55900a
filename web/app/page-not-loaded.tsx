import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'
import { onReachable } from '#web/lib/remote/connectivity.ts'
import { isOutdated } from '#web/lib/remote/newer-build.ts'
import { renewLostParts, wasNotLoaded } from '#web/lib/remote/parts.ts'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** In place of a page of the dashboard whose script did not arrive; everything around it stays. Other errors go on to the root. */
export function PageNotLoaded() {
  const error = useRouteError()
  if (!wasNotLoaded(error)) throw error
  return <NotLoaded />
}

function NotLoaded() {
  const text = m.common
  const isOld = useStore(isOutdated)
  const location = useLocation()
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const tryAgain = () => {
    renewLostParts()
    void navigate(location, { replace: true, state: location.state })
  }
  const whenReachable = useEffectEvent(tryAgain)
  useEffect(() => onReachable(() => whenReachable()), [])
  const title = isOld ? text.updatedTitle : text.notLoadedTitle
  return (
    <section className="flex max-w-md flex-col items-start gap-3">
      <title>{text.pageTitle(title)}</title>
      <Heading as="h1" look="page">
        {title}
      </Heading>
      <Text tone="soft">{isOld ? text.updatedText : text.notLoadedText}</Text>
      {isOld ? (
        <Button onClick={() => window.location.reload()}>{text.reload}</Button>
      ) : (
        <Button isBusy={isLoading} onClick={tryAgain}>
          {text.tryAgain}
        </Button>
      )}
    </section>
  )
}
