import { useState } from 'react'
import { documentation } from '#web/messages/site/documentation.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PlainField, typedInto } from '#web/ui/site/plain-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { hasSession, readOwnToken } from '../../session-mark.ts'
import { useInBrowser } from '../../use-in-browser.ts'

const text = documentation.reference

/** Whose rights decide: nobody's, those of a token that is typed, or those of the session of this browser when its person says so. */
export function TokenCard({ isBusy, onToken }: { isBusy: boolean; onToken: (token: string) => void }) {
  const isSignedIn = useInBrowser(hasSession, false)
  const [said, setSaid] = useState('')
  const useOwn = () => {
    const token = readOwnToken(new Date())
    setSaid(token === null ? text.ownTokenOver : text.ownTokenUsed)
    if (token !== null) onToken(token)
  }
  return (
    <Card className="mt-6 max-w-[42rem] p-5">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setSaid('')
          onToken(typedInto(event.currentTarget)['token'] ?? '')
        }}
      >
        <PlainField
          name="token"
          label={text.token}
          hint={text.tokenHint}
          isMono
          autoComplete="off"
          spellCheck={false}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="outline" isBusy={isBusy}>
            {text.read}
          </Button>
          {isSignedIn && (
            <Button variant="outline" isBusy={isBusy} onClick={useOwn}>
              {text.ownToken}
            </Button>
          )}
        </div>
      </form>
      <Text tone="hint" size="xs" className="mt-3">
        {isSignedIn ? text.ownTokenNote : text.tokenFrom}
      </Text>
      <Text className={said ? 'mt-2' : 'sr-only'} aria-live="polite">
        {said}
      </Text>
    </Card>
  )
}
